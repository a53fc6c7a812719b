/** The words of platform mail in the languages Posthorn knows. `{name}` stands for the project or domain that a notice is about. */

export const KINDS = [
  'verify-email',
  'reset-password',
  'project-disabled',
  'domain-verified',
  'domain-unverified',
  'payment-failed',
] as const;
export type MailKind = (typeof KINDS)[number];

type Words = readonly [subject: string, text: string];

export interface Wording extends Readonly<Record<MailKind, Words>> {
  /** Under each link. */
  once: string;
  /** For who did not ask for the mail. */
  ignore: string;
}

const wording = (
  once: string,
  ignore: string,
  ...[verify, reset, disabled, verified, unverified, payment]: readonly [Words, Words, Words, Words, Words, Words]
): Wording => ({
  once,
  ignore,
  'verify-email': verify,
  'reset-password': reset,
  'project-disabled': disabled,
  'domain-verified': verified,
  'domain-unverified': unverified,
  'payment-failed': payment,
});

export const WORDING: Readonly<Record<string, Wording>> = {
  en: wording(
    'The link works once, within one hour.',
    'If you did not ask for this, you can ignore this email.',
    ['Verify your email address', 'Please confirm that this address is yours.'],
    ['Reset your password', 'Follow the link to choose a new password.'],
    ['{name} has been suspended', 'Sending for {name} is stopped and waiting mail was cancelled. Please contact support.'],
    ['{name} is verified', 'Mail can now be sent from {name}.'],
    ['{name} is no longer verified', 'The DNS records of {name} were not found. Mail cannot be sent from it until they are back.'],
    ['Payment failed for {name}', 'An invoice of {name} could not be paid. Please check the payment method.'],
  ),
  nl: wording(
    'De link werkt één keer, binnen een uur.',
    'Heb je hier niet om gevraagd, dan kun je deze e-mail negeren.',
    ['Bevestig je e-mailadres', 'Bevestig dat dit adres van jou is.'],
    ['Stel je wachtwoord opnieuw in', 'Volg de link om een nieuw wachtwoord te kiezen.'],
    ['{name} is geblokkeerd', 'Verzenden voor {name} is gestopt en wachtende e-mail is geannuleerd. Neem contact op met de ondersteuning.'],
    ['{name} is geverifieerd', 'Er kan nu e-mail worden verzonden vanaf {name}.'],
    [
      '{name} is niet meer geverifieerd',
      'De DNS-records van {name} zijn niet gevonden. Tot ze terug zijn kan er geen e-mail vanaf worden verzonden.',
    ],
    ['Betaling voor {name} mislukt', 'Een factuur van {name} kon niet worden betaald. Controleer de betaalmethode.'],
  ),
  fr: wording(
    'Le lien fonctionne une seule fois, pendant une heure.',
    'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail.',
    ['Vérifiez votre adresse e-mail', 'Veuillez confirmer que cette adresse est la vôtre.'],
    ['Réinitialisez votre mot de passe', 'Suivez le lien pour choisir un nouveau mot de passe.'],
    ['{name} a été suspendu', 'L’envoi pour {name} est arrêté et les e-mails en attente ont été annulés. Veuillez contacter l’assistance.'],
    ['{name} est vérifié', 'Des e-mails peuvent maintenant être envoyés depuis {name}.'],
    ['{name} n’est plus vérifié', 'Les enregistrements DNS de {name} sont introuvables. Aucun e-mail ne peut en partir avant leur retour.'],
    ['Échec du paiement pour {name}', 'Une facture de {name} n’a pas pu être payée. Veuillez vérifier le moyen de paiement.'],
  ),
  hi: wording(
    'यह लिंक एक घंटे के भीतर एक बार काम करता है।',
    'यदि आपने इसका अनुरोध नहीं किया है, तो इस ईमेल को अनदेखा करें।',
    ['अपना ईमेल पता सत्यापित करें', 'कृपया पुष्टि करें कि यह पता आपका है।'],
    ['अपना पासवर्ड रीसेट करें', 'नया पासवर्ड चुनने के लिए लिंक खोलें।'],
    ['{name} निलंबित कर दिया गया है', '{name} के लिए भेजना रुका है और प्रतीक्षारत ईमेल रद्द हो गए हैं। कृपया सहायता से संपर्क करें।'],
    ['{name} सत्यापित है', 'अब {name} से ईमेल भेजे जा सकते हैं।'],
    ['{name} अब सत्यापित नहीं है', '{name} के DNS रिकॉर्ड नहीं मिले। उनके लौटने तक इससे ईमेल नहीं भेजे जा सकते।'],
    ['{name} का भुगतान विफल रहा', '{name} के एक बिल का भुगतान नहीं हो सका। कृपया भुगतान विधि जाँचें।'],
  ),
  de: wording(
    'Der Link funktioniert einmal, innerhalb einer Stunde.',
    'Falls Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren.',
    ['Bestätigen Sie Ihre E-Mail-Adresse', 'Bitte bestätigen Sie, dass diese Adresse Ihnen gehört.'],
    ['Setzen Sie Ihr Passwort zurück', 'Folgen Sie dem Link, um ein neues Passwort zu wählen.'],
    [
      '{name} wurde gesperrt',
      'Der Versand für {name} ist gestoppt, wartende E-Mails wurden abgebrochen. Bitte wenden Sie sich an den Support.',
    ],
    ['{name} ist verifiziert', 'Von {name} können jetzt E-Mails gesendet werden.'],
    [
      '{name} ist nicht mehr verifiziert',
      'Die DNS-Einträge von {name} wurden nicht gefunden. Bis sie wieder da sind, kann von dort nichts gesendet werden.',
    ],
    ['Zahlung für {name} fehlgeschlagen', 'Eine Rechnung von {name} konnte nicht bezahlt werden. Bitte prüfen Sie die Zahlungsart.'],
  ),
  pt: wording(
    'O link funciona uma vez, durante uma hora.',
    'Se não fez este pedido, ignore este e-mail.',
    ['Verifique o seu endereço de e-mail', 'Confirme que este endereço é seu.'],
    ['Redefina a sua palavra-passe', 'Siga o link para escolher uma nova palavra-passe.'],
    ['{name} foi suspenso', 'O envio de {name} está parado e os e-mails em espera foram cancelados. Contacte o suporte.'],
    ['{name} está verificado', 'Já é possível enviar e-mails a partir de {name}.'],
    [
      '{name} deixou de estar verificado',
      'Os registos DNS de {name} não foram encontrados. Até voltarem, não é possível enviar e-mails a partir dele.',
    ],
    ['O pagamento de {name} falhou', 'Uma fatura de {name} não pôde ser paga. Verifique o método de pagamento.'],
  ),
  bg: wording(
    'Връзката работи веднъж, в рамките на един час.',
    'Ако не сте поискали това, пренебрегнете този имейл.',
    ['Потвърдете имейл адреса си', 'Моля, потвърдете, че този адрес е ваш.'],
    ['Нулирайте паролата си', 'Последвайте връзката, за да изберете нова парола.'],
    ['{name} е спрян', 'Изпращането за {name} е спряно и чакащите имейли са отменени. Моля, свържете се с поддръжката.'],
    ['{name} е потвърден', 'Вече може да се изпращат имейли от {name}.'],
    ['{name} вече не е потвърден', 'DNS записите на {name} не бяха намерени. Докато не се върнат, оттам не може да се изпращат имейли.'],
    ['Плащането за {name} не беше успешно', 'Фактура на {name} не можа да бъде платена. Моля, проверете начина на плащане.'],
  ),
  cs: wording(
    'Odkaz funguje jednou, během jedné hodiny.',
    'Pokud jste o to nežádali, tento e-mail ignorujte.',
    ['Ověřte svou e-mailovou adresu', 'Potvrďte prosím, že tato adresa patří vám.'],
    ['Obnovte své heslo', 'Pomocí odkazu si zvolte nové heslo.'],
    ['{name}: pozastaveno', 'Odesílání pro {name} je zastaveno a čekající e-maily byly zrušeny. Kontaktujte prosím podporu.'],
    ['{name} je ověřena', 'Z domény {name} lze nyní odesílat e-maily.'],
    ['{name} již není ověřena', 'Záznamy DNS domény {name} nebyly nalezeny. Dokud se nevrátí, nelze z ní odesílat e-maily.'],
    ['Platba za {name} se nezdařila', 'Fakturu {name} se nepodařilo zaplatit. Zkontrolujte prosím způsob platby.'],
  ),
  cy: wording(
    'Mae’r ddolen yn gweithio unwaith, o fewn awr.',
    'Os na ofynnoch am hyn, gallwch anwybyddu’r e-bost hwn.',
    ['Dilyswch eich cyfeiriad e-bost', 'Cadarnhewch mai chi biau’r cyfeiriad hwn.'],
    ['Ailosodwch eich cyfrinair', 'Dilynwch y ddolen i ddewis cyfrinair newydd.'],
    ['Mae {name} wedi’i atal', 'Mae anfon ar gyfer {name} wedi’i atal a’r e-byst oedd yn aros wedi’u canslo. Cysylltwch â’r tîm cymorth.'],
    ['Mae {name} wedi’i ddilysu', 'Gellir anfon e-byst o {name} bellach.'],
    ['Nid yw {name} wedi’i ddilysu mwyach', 'Ni chafwyd hyd i gofnodion DNS {name}. Ni ellir anfon e-byst ohono nes iddynt ddychwelyd.'],
    ['Methodd y taliad ar gyfer {name}', 'Ni ellid talu anfoneb {name}. Gwiriwch y dull talu.'],
  ),
  pl: wording(
    'Link działa raz, przez godzinę.',
    'Jeśli o to nie prosiłeś, zignoruj tę wiadomość.',
    ['Potwierdź swój adres e-mail', 'Potwierdź, że ten adres należy do Ciebie.'],
    ['Zresetuj hasło', 'Otwórz link, aby wybrać nowe hasło.'],
    [
      'Projekt {name} został zawieszony',
      'Wysyłka dla {name} została zatrzymana, a oczekujące wiadomości anulowane. Skontaktuj się z pomocą techniczną.',
    ],
    ['Domena {name} jest zweryfikowana', 'Można już wysyłać wiadomości z {name}.'],
    [
      'Domena {name} nie jest już zweryfikowana',
      'Nie znaleziono rekordów DNS {name}. Dopóki nie wrócą, nie można z niej wysyłać wiadomości.',
    ],
    ['Płatność za {name} nie powiodła się', 'Nie udało się opłacić faktury {name}. Sprawdź metodę płatności.'],
  ),
  es: wording(
    'El enlace funciona una sola vez, durante una hora.',
    'Si no lo ha solicitado, ignore este correo.',
    ['Verifique su dirección de correo', 'Confirme que esta dirección es suya.'],
    ['Restablezca su contraseña', 'Siga el enlace para elegir una contraseña nueva.'],
    [
      '{name} ha sido suspendido',
      'El envío de {name} está detenido y los correos en espera se han cancelado. Póngase en contacto con el soporte.',
    ],
    ['{name} está verificado', 'Ya se pueden enviar correos desde {name}.'],
    [
      '{name} ya no está verificado',
      'No se han encontrado los registros DNS de {name}. Hasta que vuelvan no se pueden enviar correos desde él.',
    ],
    ['El pago de {name} ha fallado', 'No se ha podido pagar una factura de {name}. Compruebe el método de pago.'],
  ),
  it: wording(
    'Il link funziona una sola volta, entro un’ora.',
    'Se non lo hai richiesto, ignora questa e-mail.',
    ['Verifica il tuo indirizzo e-mail', 'Conferma che questo indirizzo è tuo.'],
    ['Reimposta la password', 'Segui il link per scegliere una nuova password.'],
    ['{name} è stato sospeso', 'L’invio per {name} è fermo e le e-mail in attesa sono state annullate. Contatta l’assistenza.'],
    ['{name} è verificato', 'Ora si possono inviare e-mail da {name}.'],
    [
      '{name} non è più verificato',
      'I record DNS di {name} non sono stati trovati. Finché non tornano, da lì non si possono inviare e-mail.',
    ],
    ['Pagamento di {name} non riuscito', 'Non è stato possibile pagare una fattura di {name}. Controlla il metodo di pagamento.'],
  ),
  'zh-TW': wording(
    '此連結僅可使用一次,一小時內有效。',
    '如果這不是您提出的要求,請忽略此郵件。',
    ['驗證您的電子郵件地址', '請確認此地址屬於您。'],
    ['重設您的密碼', '請開啟連結以選擇新密碼。'],
    ['{name} 已被停用', '{name} 的寄送已停止,等待中的郵件已取消。請聯絡客服。'],
    ['{name} 已通過驗證', '現在可以從 {name} 寄送郵件。'],
    ['{name} 不再通過驗證', '找不到 {name} 的 DNS 記錄。在記錄恢復之前無法從該網域寄送郵件。'],
    ['{name} 付款失敗', '{name} 的一張發票無法付款。請檢查付款方式。'],
  ),
  'zh-HK': wording(
    '此連結只可使用一次,一小時內有效。',
    '如果這不是您提出的要求,請忽略此電郵。',
    ['驗證您的電郵地址', '請確認此地址屬於您。'],
    ['重設您的密碼', '請開啟連結以選擇新密碼。'],
    ['{name} 已被停用', '{name} 的寄送已停止,等候中的電郵已取消。請聯絡客戶服務。'],
    ['{name} 已通過驗證', '現在可以由 {name} 寄出電郵。'],
    ['{name} 不再通過驗證', '找不到 {name} 的 DNS 記錄。在記錄恢復之前無法由該網域寄出電郵。'],
    ['{name} 付款失敗', '{name} 的一張發票未能付款。請檢查付款方式。'],
  ),
  'zh-CN': wording(
    '此链接只能使用一次,一小时内有效。',
    '如果这不是您提出的请求,请忽略此邮件。',
    ['验证您的电子邮件地址', '请确认此地址属于您。'],
    ['重置您的密码', '请打开链接以选择新密码。'],
    ['{name} 已被停用', '{name} 的发送已停止,等待中的邮件已取消。请联系客服。'],
    ['{name} 已通过验证', '现在可以从 {name} 发送邮件。'],
    ['{name} 不再通过验证', '未找到 {name} 的 DNS 记录。在记录恢复之前无法从该域名发送邮件。'],
    ['{name} 付款失败', '{name} 的一张发票无法支付。请检查付款方式。'],
  ),
  ja: wording(
    'このリンクは1時間以内に1回だけ有効です。',
    'お心当たりがない場合は、このメールを無視してください。',
    ['メールアドレスの確認', 'このアドレスがご本人のものであることを確認してください。'],
    ['パスワードの再設定', 'リンクを開いて新しいパスワードを設定してください。'],
    ['{name} は停止されました', '{name} の送信は停止され、待機中のメールは取り消されました。サポートにお問い合わせください。'],
    ['{name} が確認されました', '{name} からメールを送信できるようになりました。'],
    ['{name} の確認が失効しました', '{name} の DNS レコードが見つかりません。元に戻るまで、このドメインからは送信できません。'],
    ['{name} の支払いに失敗しました', '{name} の請求書を支払えませんでした。支払い方法をご確認ください。'],
  ),
  sv: wording(
    'Länken fungerar en gång, inom en timme.',
    'Om du inte har begärt detta kan du bortse från mejlet.',
    ['Bekräfta din e-postadress', 'Bekräfta att den här adressen är din.'],
    ['Återställ ditt lösenord', 'Följ länken för att välja ett nytt lösenord.'],
    ['{name} har stängts av', 'Utskick för {name} är stoppade och väntande e-post har avbrutits. Kontakta supporten.'],
    ['{name} är verifierad', 'Nu går det att skicka e-post från {name}.'],
    [
      '{name} är inte längre verifierad',
      'DNS-posterna för {name} hittades inte. Tills de är tillbaka går det inte att skicka e-post därifrån.',
    ],
    ['Betalningen för {name} misslyckades', 'En faktura för {name} kunde inte betalas. Kontrollera betalningssättet.'],
  ),
  ar: wording(
    'يعمل الرابط مرة واحدة خلال ساعة.',
    'إذا لم تطلب ذلك، فتجاهل هذه الرسالة.',
    ['تأكيد بريدك الإلكتروني', 'يرجى تأكيد أن هذا العنوان لك.'],
    ['إعادة تعيين كلمة المرور', 'افتح الرابط لاختيار كلمة مرور جديدة.'],
    ['تم إيقاف {name}', 'توقف الإرسال من {name} وألغيت الرسائل المنتظرة. يرجى الاتصال بالدعم.'],
    ['تم التحقق من {name}', 'يمكن الآن إرسال البريد من {name}.'],
    ['لم يعد {name} متحققًا منه', 'لم يُعثر على سجلات DNS الخاصة بـ {name}. لا يمكن الإرسال منه حتى تعود.'],
    ['فشل الدفع عن {name}', 'تعذر دفع فاتورة {name}. يرجى التحقق من وسيلة الدفع.'],
  ),
  he: wording(
    'הקישור פועל פעם אחת, בתוך שעה.',
    'אם לא ביקשת זאת, אפשר להתעלם מהודעה זו.',
    ['אימות כתובת הדוא״ל שלך', 'נא לאשר שהכתובת הזו שלך.'],
    ['איפוס הסיסמה שלך', 'יש לפתוח את הקישור כדי לבחור סיסמה חדשה.'],
    ['{name} הושעה', 'השליחה עבור {name} הופסקה והודעות ממתינות בוטלו. נא לפנות לתמיכה.'],
    ['{name} אומת', 'אפשר כעת לשלוח דוא״ל מ-{name}.'],
    ['{name} אינו מאומת עוד', 'רשומות ה-DNS של {name} לא נמצאו. לא ניתן לשלוח ממנו עד שיחזרו.'],
    ['התשלום עבור {name} נכשל', 'לא ניתן היה לשלם חשבונית של {name}. נא לבדוק את אמצעי התשלום.'],
  ),
  fa: wording(
    'این پیوند یک بار و تا یک ساعت کار می‌کند.',
    'اگر شما درخواست نکرده‌اید، این ایمیل را نادیده بگیرید.',
    ['نشانی ایمیل خود را تأیید کنید', 'لطفاً تأیید کنید که این نشانی از آن شماست.'],
    ['بازنشانی گذرواژه', 'برای انتخاب گذرواژهٔ تازه پیوند را باز کنید.'],
    ['{name} تعلیق شد', 'ارسال برای {name} متوقف و ایمیل‌های در انتظار لغو شدند. لطفاً با پشتیبانی تماس بگیرید.'],
    ['{name} تأیید شد', 'اکنون می‌توان از {name} ایمیل فرستاد.'],
    ['{name} دیگر تأییدشده نیست', 'رکوردهای DNS دامنهٔ {name} پیدا نشد. تا بازگشت آن‌ها نمی‌توان از آن ایمیل فرستاد.'],
    ['پرداخت {name} ناموفق بود', 'صورت‌حساب {name} پرداخت نشد. لطفاً روش پرداخت را بررسی کنید.'],
  ),
  ur: wording(
    'یہ لنک ایک گھنٹے کے اندر ایک بار کام کرتا ہے۔',
    'اگر آپ نے یہ درخواست نہیں کی تو اس ای میل کو نظر انداز کریں۔',
    ['اپنے ای میل پتے کی تصدیق کریں', 'براہ کرم تصدیق کریں کہ یہ پتہ آپ کا ہے۔'],
    ['اپنا پاس ورڈ دوبارہ مقرر کریں', 'نیا پاس ورڈ چننے کے لیے لنک کھولیں۔'],
    ['{name} معطل کر دیا گیا ہے', '{name} سے بھیجنا روک دیا گیا ہے اور منتظر ای میلز منسوخ کر دی گئی ہیں۔ براہ کرم معاونت سے رابطہ کریں۔'],
    ['{name} کی تصدیق ہو گئی ہے', 'اب {name} سے ای میل بھیجی جا سکتی ہے۔'],
    ['{name} اب تصدیق شدہ نہیں ہے', '{name} کے DNS ریکارڈ نہیں ملے۔ ان کی واپسی تک اس سے ای میل نہیں بھیجی جا سکتی۔'],
    ['{name} کی ادائیگی ناکام رہی', '{name} کا ایک بل ادا نہیں ہو سکا۔ براہ کرم ادائیگی کا طریقہ جانچیں۔'],
  ),
};

/** The words of a language that `chooseLanguage` answered. */
export function wordingOf(language: string): Wording {
  return WORDING[language] ?? WORDING['en']!;
}
