/** The words of the recipient pages, in the languages Posthorn knows. `{email}` stands for the contact's address. */

export interface Wording {
  unsubscribe: string;
  subscribe: string;
  preferences: string;
  askUnsubscribe: string;
  askSubscribe: string;
  unsubscribed: string;
  subscribed: string;
  invalid: string;
  /** What to do about a link that is not. */
  help: string;
  failed: string;
}

export const WORDING: Readonly<Record<string, Wording>> = {
  en: {
    unsubscribe: 'Unsubscribe',
    subscribe: 'Subscribe',
    preferences: 'Email preferences',
    askUnsubscribe: 'Do you want to stop receiving emails at {email}?',
    askSubscribe: 'Do you want to receive emails at {email}?',
    unsubscribed: '{email} is unsubscribed and will receive no more emails from this sender.',
    subscribed: '{email} is subscribed and receives emails from this sender.',
    invalid: 'This link is not valid.',
    help: 'It may be incomplete or out of date. Open it again from the newest email of this sender, or reply to that email.',
    failed: 'Something went wrong. Please try again later.',
  },
  nl: {
    unsubscribe: 'Uitschrijven',
    subscribe: 'Inschrijven',
    preferences: 'E-mailvoorkeuren',
    askUnsubscribe: 'Wil je geen e-mails meer ontvangen op {email}?',
    askSubscribe: 'Wil je e-mails ontvangen op {email}?',
    unsubscribed: '{email} is uitgeschreven en ontvangt geen e-mails meer van deze afzender.',
    subscribed: '{email} is ingeschreven en ontvangt e-mails van deze afzender.',
    invalid: 'Deze link is niet geldig.',
    help: 'Misschien is hij onvolledig of verouderd. Open hem opnieuw vanuit de nieuwste e-mail van de afzender, of beantwoord die.',
    failed: 'Er is iets misgegaan. Probeer het later opnieuw.',
  },
  fr: {
    unsubscribe: 'Se désabonner',
    subscribe: 'S’abonner',
    preferences: 'Préférences e-mail',
    askUnsubscribe: 'Souhaitez-vous ne plus recevoir d’e-mails à l’adresse {email} ?',
    askSubscribe: 'Souhaitez-vous recevoir des e-mails à l’adresse {email} ?',
    unsubscribed: '{email} est désabonné et ne recevra plus d’e-mails de cet expéditeur.',
    subscribed: '{email} est abonné et reçoit les e-mails de cet expéditeur.',
    invalid: 'Ce lien n’est pas valide.',
    help: 'Il est peut-être incomplet ou périmé. Ouvrez-le à nouveau depuis le dernier e-mail de cet expéditeur, ou répondez à cet e-mail.',
    failed: 'Une erreur s’est produite. Veuillez réessayer plus tard.',
  },
  hi: {
    unsubscribe: 'सदस्यता छोड़ें',
    subscribe: 'सदस्यता लें',
    preferences: 'ईमेल प्राथमिकताएँ',
    askUnsubscribe: 'क्या आप {email} पर ईमेल पाना बंद करना चाहते हैं?',
    askSubscribe: 'क्या आप {email} पर ईमेल पाना चाहते हैं?',
    unsubscribed: '{email} की सदस्यता समाप्त हो गई है और इस प्रेषक से अब कोई ईमेल नहीं आएगा।',
    subscribed: '{email} सदस्य है और इस प्रेषक के ईमेल पाता है।',
    invalid: 'यह लिंक मान्य नहीं है।',
    help: 'हो सकता है कि यह अधूरा या पुराना हो। इसे इस प्रेषक के सबसे नए ईमेल से फिर खोलें, या उस ईमेल का उत्तर दें।',
    failed: 'कुछ गलत हो गया। कृपया बाद में फिर प्रयास करें।',
  },
  de: {
    unsubscribe: 'Abmelden',
    subscribe: 'Anmelden',
    preferences: 'E-Mail-Einstellungen',
    askUnsubscribe: 'Möchten Sie keine E-Mails mehr an {email} erhalten?',
    askSubscribe: 'Möchten Sie E-Mails an {email} erhalten?',
    unsubscribed: '{email} ist abgemeldet und erhält keine E-Mails mehr von diesem Absender.',
    subscribed: '{email} ist angemeldet und erhält E-Mails von diesem Absender.',
    invalid: 'Dieser Link ist ungültig.',
    help: 'Vielleicht ist er unvollständig oder veraltet. Öffnen Sie ihn aus der neuesten E-Mail des Absenders oder antworten Sie darauf.',
    failed: 'Etwas ist schiefgegangen. Bitte versuchen Sie es später noch einmal.',
  },
  pt: {
    unsubscribe: 'Cancelar subscrição',
    subscribe: 'Subscrever',
    preferences: 'Preferências de e-mail',
    askUnsubscribe: 'Quer deixar de receber e-mails em {email}?',
    askSubscribe: 'Quer receber e-mails em {email}?',
    unsubscribed: 'A subscrição de {email} foi cancelada e não receberá mais e-mails deste remetente.',
    subscribed: '{email} está subscrito e recebe e-mails deste remetente.',
    invalid: 'Esta ligação não é válida.',
    help: 'Pode estar incompleta ou desatualizada. Abra-a de novo a partir do e-mail mais recente do remetente, ou responda a esse e-mail.',
    failed: 'Algo correu mal. Tente novamente mais tarde.',
  },
  bg: {
    unsubscribe: 'Отписване',
    subscribe: 'Абониране',
    preferences: 'Предпочитания за имейли',
    askUnsubscribe: 'Искате ли да спрете да получавате имейли на {email}?',
    askSubscribe: 'Искате ли да получавате имейли на {email}?',
    unsubscribed: '{email} е отписан и няма да получава повече имейли от този подател.',
    subscribed: '{email} е абониран и получава имейли от този подател.',
    invalid: 'Тази връзка не е валидна.',
    help: 'Може да е непълна или остаряла. Отворете я отново от най-новия имейл на този подател или отговорете на него.',
    failed: 'Нещо се обърка. Моля, опитайте отново по-късно.',
  },
  cs: {
    unsubscribe: 'Odhlásit odběr',
    subscribe: 'Přihlásit odběr',
    preferences: 'Předvolby e-mailů',
    askUnsubscribe: 'Chcete přestat dostávat e-maily na adresu {email}?',
    askSubscribe: 'Chcete dostávat e-maily na adresu {email}?',
    unsubscribed: 'Odběr pro {email} je odhlášen a od tohoto odesílatele již nepřijdou žádné e-maily.',
    subscribed: 'Odběr pro {email} je přihlášen a e-maily od tohoto odesílatele budou chodit.',
    invalid: 'Tento odkaz není platný.',
    help: 'Možná je neúplný nebo zastaralý. Otevřete jej znovu z nejnovějšího e-mailu tohoto odesílatele, nebo na ten e-mail odpovězte.',
    failed: 'Něco se nepovedlo. Zkuste to prosím později.',
  },
  cy: {
    unsubscribe: 'Dad-danysgrifio',
    subscribe: 'Tanysgrifio',
    preferences: 'Dewisiadau e-bost',
    askUnsubscribe: 'Ydych chi am roi’r gorau i dderbyn e-byst yn {email}?',
    askSubscribe: 'Ydych chi am dderbyn e-byst yn {email}?',
    unsubscribed: 'Mae {email} wedi’i ddad-danysgrifio ac ni fydd yn derbyn rhagor o e-byst gan yr anfonwr hwn.',
    subscribed: 'Mae {email} wedi tanysgrifio ac yn derbyn e-byst gan yr anfonwr hwn.',
    invalid: 'Nid yw’r ddolen hon yn ddilys.',
    help: 'Efallai ei bod yn anghyflawn neu’n hen. Agorwch hi eto o’r e-bost diweddaraf gan yr anfonwr hwn, neu atebwch yr e-bost hwnnw.',
    failed: 'Aeth rhywbeth o’i le. Rhowch gynnig arall arni yn nes ymlaen.',
  },
  pl: {
    unsubscribe: 'Wypisz się',
    subscribe: 'Zapisz się',
    preferences: 'Ustawienia wiadomości e-mail',
    askUnsubscribe: 'Czy chcesz przestać otrzymywać wiadomości na adres {email}?',
    askSubscribe: 'Czy chcesz otrzymywać wiadomości na adres {email}?',
    unsubscribed: 'Adres {email} został wypisany i nie będzie otrzymywać wiadomości od tego nadawcy.',
    subscribed: 'Adres {email} jest zapisany i otrzymuje wiadomości od tego nadawcy.',
    invalid: 'Ten link jest nieprawidłowy.',
    help: 'Może być niepełny lub nieaktualny. Otwórz go ponownie z najnowszej wiadomości tego nadawcy albo odpowiedz na tę wiadomość.',
    failed: 'Coś poszło nie tak. Spróbuj ponownie później.',
  },
  es: {
    unsubscribe: 'Cancelar suscripción',
    subscribe: 'Suscribirse',
    preferences: 'Preferencias de correo',
    askUnsubscribe: '¿Desea dejar de recibir correos en {email}?',
    askSubscribe: '¿Desea recibir correos en {email}?',
    unsubscribed: 'La suscripción de {email} está cancelada y no recibirá más correos de este remitente.',
    subscribed: '{email} está suscrito y recibe correos de este remitente.',
    invalid: 'Este enlace no es válido.',
    help: 'Puede estar incompleto o anticuado. Ábralo de nuevo desde el correo más reciente de este remitente o responda a ese correo.',
    failed: 'Algo ha salido mal. Inténtelo de nuevo más tarde.',
  },
  it: {
    unsubscribe: 'Annulla iscrizione',
    subscribe: 'Iscriviti',
    preferences: 'Preferenze e-mail',
    askUnsubscribe: 'Vuoi non ricevere più e-mail all’indirizzo {email}?',
    askSubscribe: 'Vuoi ricevere e-mail all’indirizzo {email}?',
    unsubscribed: 'L’iscrizione di {email} è annullata: non riceverà più e-mail da questo mittente.',
    subscribed: '{email} è iscritto e riceve le e-mail di questo mittente.',
    invalid: 'Questo link non è valido.',
    help: 'Potrebbe essere incompleto o scaduto. Aprilo di nuovo dall’e-mail più recente del mittente oppure rispondi a quell’e-mail.',
    failed: 'Qualcosa è andato storto. Riprova più tardi.',
  },
  'zh-TW': {
    unsubscribe: '取消訂閱',
    subscribe: '訂閱',
    preferences: '電子郵件偏好設定',
    askUnsubscribe: '您要停止以 {email} 接收電子郵件嗎？',
    askSubscribe: '您要以 {email} 接收電子郵件嗎？',
    unsubscribed: '{email} 已取消訂閱，不會再收到此寄件者的電子郵件。',
    subscribed: '{email} 已訂閱，會收到此寄件者的電子郵件。',
    invalid: '此連結無效。',
    help: '連結可能不完整或已過期。請從此寄件者最新的電子郵件再次開啟，或直接回覆該郵件。',
    failed: '發生錯誤，請稍後再試。',
  },
  'zh-HK': {
    unsubscribe: '取消訂閱',
    subscribe: '訂閱',
    preferences: '電郵偏好設定',
    askUnsubscribe: '您要停止以 {email} 接收電郵嗎？',
    askSubscribe: '您要以 {email} 接收電郵嗎？',
    unsubscribed: '{email} 已取消訂閱，不會再收到此寄件人的電郵。',
    subscribed: '{email} 已訂閱，會收到此寄件人的電郵。',
    invalid: '此連結無效。',
    help: '連結可能不完整或已過期。請從此寄件人最新的電郵再次開啟，或直接回覆該電郵。',
    failed: '發生錯誤，請稍後再試。',
  },
  'zh-CN': {
    unsubscribe: '退订',
    subscribe: '订阅',
    preferences: '邮件偏好设置',
    askUnsubscribe: '您要停止通过 {email} 接收邮件吗？',
    askSubscribe: '您要通过 {email} 接收邮件吗？',
    unsubscribed: '{email} 已退订，不会再收到此发件人的邮件。',
    subscribed: '{email} 已订阅，会收到此发件人的邮件。',
    invalid: '此链接无效。',
    help: '链接可能不完整或已过期。请从此发件人最新的邮件中再次打开，或直接回复该邮件。',
    failed: '出了点问题，请稍后再试。',
  },
  ja: {
    unsubscribe: '配信停止',
    subscribe: '登録',
    preferences: 'メール設定',
    askUnsubscribe: '{email} へのメール配信を停止しますか？',
    askSubscribe: '{email} でメールを受け取りますか？',
    unsubscribed: '{email} への配信を停止しました。この送信者からのメールは届きません。',
    subscribed: '{email} は登録されており、この送信者からのメールが届きます。',
    invalid: 'このリンクは無効です。',
    help: 'リンクが不完全か、古くなっている可能性があります。この送信者からの最新のメールからもう一度開くか、そのメールに返信してください。',
    failed: '問題が発生しました。しばらくしてからもう一度お試しください。',
  },
  sv: {
    unsubscribe: 'Avsluta prenumerationen',
    subscribe: 'Prenumerera',
    preferences: 'E-postinställningar',
    askUnsubscribe: 'Vill du sluta få mejl till {email}?',
    askSubscribe: 'Vill du få mejl till {email}?',
    unsubscribed: '{email} prenumererar inte längre och får inga fler mejl från den här avsändaren.',
    subscribed: '{email} prenumererar och får mejl från den här avsändaren.',
    invalid: 'Länken är inte giltig.',
    help: 'Den kan vara ofullständig eller inaktuell. Öppna den igen från det senaste mejlet från avsändaren, eller svara på det mejlet.',
    failed: 'Något gick fel. Försök igen senare.',
  },
  ar: {
    unsubscribe: 'إلغاء الاشتراك',
    subscribe: 'الاشتراك',
    preferences: 'تفضيلات البريد الإلكتروني',
    askUnsubscribe: 'هل تريد التوقف عن تلقي الرسائل على {email}؟',
    askSubscribe: 'هل تريد تلقي الرسائل على {email}؟',
    unsubscribed: 'تم إلغاء اشتراك {email} ولن تصل إليه رسائل أخرى من هذا المرسل.',
    subscribed: 'العنوان {email} مشترك ويتلقى الرسائل من هذا المرسل.',
    invalid: 'هذا الرابط غير صالح.',
    help: 'قد يكون غير مكتمل أو قديمًا. افتحه مرة أخرى من أحدث رسالة من هذا المرسل، أو رُدّ على تلك الرسالة.',
    failed: 'حدث خطأ ما. يرجى المحاولة مرة أخرى لاحقًا.',
  },
  he: {
    unsubscribe: 'ביטול הרשמה',
    subscribe: 'הרשמה',
    preferences: 'העדפות דוא״ל',
    askUnsubscribe: 'האם להפסיק לקבל הודעות דוא״ל בכתובת {email}?',
    askSubscribe: 'האם לקבל הודעות דוא״ל בכתובת {email}?',
    unsubscribed: 'ההרשמה של {email} בוטלה ולא יישלחו אליה עוד הודעות משולח זה.',
    subscribed: 'הכתובת {email} רשומה ומקבלת הודעות משולח זה.',
    invalid: 'הקישור אינו תקף.',
    help: 'ייתכן שהוא חלקי או ישן. יש לפתוח אותו שוב מתוך ההודעה האחרונה של שולח זה, או להשיב להודעה.',
    failed: 'משהו השתבש. נא לנסות שוב מאוחר יותר.',
  },
  fa: {
    unsubscribe: 'لغو اشتراک',
    subscribe: 'اشتراک',
    preferences: 'تنظیمات ایمیل',
    askUnsubscribe: 'آیا می‌خواهید دریافت ایمیل در {email} متوقف شود؟',
    askSubscribe: 'آیا می‌خواهید در {email} ایمیل دریافت کنید؟',
    unsubscribed: 'اشتراک {email} لغو شد و دیگر ایمیلی از این فرستنده دریافت نخواهد کرد.',
    subscribed: '{email} مشترک است و از این فرستنده ایمیل دریافت می‌کند.',
    invalid: 'این پیوند معتبر نیست.',
    help: 'ممکن است ناقص یا قدیمی باشد. آن را دوباره از تازه‌ترین ایمیل این فرستنده باز کنید یا به آن ایمیل پاسخ دهید.',
    failed: 'مشکلی پیش آمد. لطفاً بعداً دوباره تلاش کنید.',
  },
  ur: {
    unsubscribe: 'رکنیت ختم کریں',
    subscribe: 'رکنیت حاصل کریں',
    preferences: 'ای میل کی ترجیحات',
    askUnsubscribe: 'کیا آپ {email} پر ای میلز موصول کرنا بند کرنا چاہتے ہیں؟',
    askSubscribe: 'کیا آپ {email} پر ای میلز موصول کرنا چاہتے ہیں؟',
    unsubscribed: '{email} کی رکنیت ختم ہو گئی ہے اور اس بھیجنے والے کی طرف سے مزید ای میلز نہیں آئیں گی۔',
    subscribed: '{email} رکن ہے اور اس بھیجنے والے کی ای میلز موصول کرتا ہے۔',
    invalid: 'یہ لنک درست نہیں ہے۔',
    help: 'ہو سکتا ہے یہ نامکمل یا پرانا ہو۔ اسے اس بھیجنے والے کی تازہ ترین ای میل سے دوبارہ کھولیں، یا اس ای میل کا جواب دیں۔',
    failed: 'کچھ غلط ہو گیا۔ براہ کرم بعد میں دوبارہ کوشش کریں۔',
  },
};

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'he', 'fa', 'ur']);

/** How a page in this language is read: the value of `dir`. */
export function directionOf(language: string): 'rtl' | 'ltr' {
  return RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
}

/** The words of a language; English for any other. */
export function wordingOf(language: string): Wording {
  return WORDING[Object.hasOwn(WORDING, language) ? language : 'en']!;
}

/** The known language a browser likes best (Accept-Language), for pages of nobody in particular. */
export function preferredLanguage(header: string | undefined): string {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
      return { tag: tag.trim().toLowerCase(), quality: quality === undefined ? 1 : Number(quality) };
    });
  const known = Object.keys(WORDING);
  for (const { tag } of wanted.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality)) {
    const base = tag.split('-')[0]!;
    const chinese = tag.startsWith('zh-hant') ? 'zh-TW' : 'zh-CN';
    const found =
      known.find((one) => one.toLowerCase() === tag) ?? known.find((one) => one === base) ?? (base === 'zh' ? chinese : undefined);
    if (found) return found;
  }
  return 'en';
}
