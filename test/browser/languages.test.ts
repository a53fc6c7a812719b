/** Every page in each of the 21 languages, word for word, at the narrowest width (contract "Send pipeline: Language"). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NARROWEST, openBrowser, overhang, visit } from '#test/browser.ts';
import { PAGES, button, heading, createProject, assertUsable } from './recipient-pages.ts';

/** `titles`: of unsubscribe, subscribe and manage; the first two are on the buttons too. `out`: on manage, once unsubscribed. */
const TABLE: { language: string; titles: [string, string, string]; invalid: string; out: string; ask: [string, string] }[] = [
  {
    language: 'en',
    titles: ['Unsubscribe', 'Subscribe', 'Email preferences'],
    invalid: 'This link is not valid.',
    out: '{email} is unsubscribed and will receive no more emails from this sender.',
    ask: ['Do you want to stop receiving emails at {email}?', 'Do you want to receive emails at {email}?'],
  },
  {
    language: 'nl',
    titles: ['Uitschrijven', 'Inschrijven', 'E-mailvoorkeuren'],
    invalid: 'Deze link is niet geldig.',
    out: '{email} is uitgeschreven en ontvangt geen e-mails meer van deze afzender.',
    ask: ['Wil je geen e-mails meer ontvangen op {email}?', 'Wil je e-mails ontvangen op {email}?'],
  },
  {
    language: 'fr',
    titles: ['Se désabonner', 'S’abonner', 'Préférences e-mail'],
    invalid: 'Ce lien n’est pas valide.',
    out: '{email} est désabonné et ne recevra plus d’e-mails de cet expéditeur.',
    ask: ['Souhaitez-vous ne plus recevoir d’e-mails à l’adresse {email} ?', 'Souhaitez-vous recevoir des e-mails à l’adresse {email} ?'],
  },
  {
    language: 'hi',
    titles: ['सदस्यता छोड़ें', 'सदस्यता लें', 'ईमेल प्राथमिकताएँ'],
    invalid: 'यह लिंक मान्य नहीं है।',
    out: '{email} की सदस्यता समाप्त हो गई है और इस प्रेषक से अब कोई ईमेल नहीं आएगा।',
    ask: ['क्या आप {email} पर ईमेल पाना बंद करना चाहते हैं?', 'क्या आप {email} पर ईमेल पाना चाहते हैं?'],
  },
  {
    language: 'de',
    titles: ['Abmelden', 'Anmelden', 'E-Mail-Einstellungen'],
    invalid: 'Dieser Link ist ungültig.',
    out: '{email} ist abgemeldet und erhält keine E-Mails mehr von diesem Absender.',
    ask: ['Möchten Sie keine E-Mails mehr an {email} erhalten?', 'Möchten Sie E-Mails an {email} erhalten?'],
  },
  {
    language: 'pt',
    titles: ['Cancelar subscrição', 'Subscrever', 'Preferências de e-mail'],
    invalid: 'Esta ligação não é válida.',
    out: 'A subscrição de {email} foi cancelada e não receberá mais e-mails deste remetente.',
    ask: ['Quer deixar de receber e-mails em {email}?', 'Quer receber e-mails em {email}?'],
  },
  {
    language: 'bg',
    titles: ['Отписване', 'Абониране', 'Предпочитания за имейли'],
    invalid: 'Тази връзка не е валидна.',
    out: '{email} е отписан и няма да получава повече имейли от този подател.',
    ask: ['Искате ли да спрете да получавате имейли на {email}?', 'Искате ли да получавате имейли на {email}?'],
  },
  {
    language: 'cs',
    titles: ['Odhlásit odběr', 'Přihlásit odběr', 'Předvolby e-mailů'],
    invalid: 'Tento odkaz není platný.',
    out: 'Odběr pro {email} je odhlášen a od tohoto odesílatele již nepřijdou žádné e-maily.',
    ask: ['Chcete přestat dostávat e-maily na adresu {email}?', 'Chcete dostávat e-maily na adresu {email}?'],
  },
  {
    language: 'cy',
    titles: ['Dad-danysgrifio', 'Tanysgrifio', 'Dewisiadau e-bost'],
    invalid: 'Nid yw’r ddolen hon yn ddilys.',
    out: 'Mae {email} wedi’i ddad-danysgrifio ac ni fydd yn derbyn rhagor o e-byst gan yr anfonwr hwn.',
    ask: ['Ydych chi am roi’r gorau i dderbyn e-byst yn {email}?', 'Ydych chi am dderbyn e-byst yn {email}?'],
  },
  {
    language: 'pl',
    titles: ['Wypisz się', 'Zapisz się', 'Ustawienia wiadomości e-mail'],
    invalid: 'Ten link jest nieprawidłowy.',
    out: 'Adres {email} został wypisany i nie będzie otrzymywać wiadomości od tego nadawcy.',
    ask: ['Czy chcesz przestać otrzymywać wiadomości na adres {email}?', 'Czy chcesz otrzymywać wiadomości na adres {email}?'],
  },
  {
    language: 'es',
    titles: ['Cancelar suscripción', 'Suscribirse', 'Preferencias de correo'],
    invalid: 'Este enlace no es válido.',
    out: 'La suscripción de {email} está cancelada y no recibirá más correos de este remitente.',
    ask: ['¿Desea dejar de recibir correos en {email}?', '¿Desea recibir correos en {email}?'],
  },
  {
    language: 'it',
    titles: ['Annulla iscrizione', 'Iscriviti', 'Preferenze e-mail'],
    invalid: 'Questo link non è valido.',
    out: 'L’iscrizione di {email} è annullata: non riceverà più e-mail da questo mittente.',
    ask: ['Vuoi non ricevere più e-mail all’indirizzo {email}?', 'Vuoi ricevere e-mail all’indirizzo {email}?'],
  },
  {
    language: 'zh-TW',
    titles: ['取消訂閱', '訂閱', '電子郵件偏好設定'],
    invalid: '此連結無效。',
    out: '{email} 已取消訂閱，不會再收到此寄件者的電子郵件。',
    ask: ['您要停止以 {email} 接收電子郵件嗎？', '您要以 {email} 接收電子郵件嗎？'],
  },
  {
    language: 'zh-HK',
    titles: ['取消訂閱', '訂閱', '電郵偏好設定'],
    invalid: '此連結無效。',
    out: '{email} 已取消訂閱，不會再收到此寄件人的電郵。',
    ask: ['您要停止以 {email} 接收電郵嗎？', '您要以 {email} 接收電郵嗎？'],
  },
  {
    language: 'zh-CN',
    titles: ['退订', '订阅', '邮件偏好设置'],
    invalid: '此链接无效。',
    out: '{email} 已退订，不会再收到此发件人的邮件。',
    ask: ['您要停止通过 {email} 接收邮件吗？', '您要通过 {email} 接收邮件吗？'],
  },
  {
    language: 'ja',
    titles: ['配信停止', '登録', 'メール設定'],
    invalid: 'このリンクは無効です。',
    out: '{email} への配信を停止しました。この送信者からのメールは届きません。',
    ask: ['{email} へのメール配信を停止しますか？', '{email} でメールを受け取りますか？'],
  },
  {
    language: 'sv',
    titles: ['Avsluta prenumerationen', 'Prenumerera', 'E-postinställningar'],
    invalid: 'Länken är inte giltig.',
    out: '{email} prenumererar inte längre och får inga fler mejl från den här avsändaren.',
    ask: ['Vill du sluta få mejl till {email}?', 'Vill du få mejl till {email}?'],
  },
  {
    language: 'ar',
    titles: ['إلغاء الاشتراك', 'الاشتراك', 'تفضيلات البريد الإلكتروني'],
    invalid: 'هذا الرابط غير صالح.',
    out: 'تم إلغاء اشتراك {email} ولن تصل إليه رسائل أخرى من هذا المرسل.',
    ask: ['هل تريد التوقف عن تلقي الرسائل على {email}؟', 'هل تريد تلقي الرسائل على {email}؟'],
  },
  {
    language: 'he',
    titles: ['ביטול הרשמה', 'הרשמה', 'העדפות דוא״ל'],
    invalid: 'הקישור אינו תקף.',
    out: 'ההרשמה של {email} בוטלה ולא יישלחו אליה עוד הודעות משולח זה.',
    ask: ['האם להפסיק לקבל הודעות דוא״ל בכתובת {email}?', 'האם לקבל הודעות דוא״ל בכתובת {email}?'],
  },
  {
    language: 'fa',
    titles: ['لغو اشتراک', 'اشتراک', 'تنظیمات ایمیل'],
    invalid: 'این پیوند معتبر نیست.',
    out: 'اشتراک {email} لغو شد و دیگر ایمیلی از این فرستنده دریافت نخواهد کرد.',
    ask: ['آیا می‌خواهید دریافت ایمیل در {email} متوقف شود؟', 'آیا می‌خواهید در {email} ایمیل دریافت کنید؟'],
  },
  {
    language: 'ur',
    titles: ['رکنیت ختم کریں', 'رکنیت حاصل کریں', 'ای میل کی ترجیحات'],
    invalid: 'یہ لنک درست نہیں ہے۔',
    out: '{email} کی رکنیت ختم ہو گئی ہے اور اس بھیجنے والے کی طرف سے مزید ای میلز نہیں آئیں گی۔',
    ask: ['کیا آپ {email} پر ای میلز موصول کرنا بند کرنا چاہتے ہیں؟', 'کیا آپ {email} پر ای میلز موصول کرنا چاہتے ہیں؟'],
  },
];

const RIGHT_TO_LEFT = ['ar', 'he', 'fa', 'ur'];

const test = suite('languages in Chromium');
const { dashboard, recipient } = await createProject(process.env['POSTHORN_URL']!);
const { origin } = new URL(dashboard);
const browser = await openBrowser();
const visitor = await visit(browser, [origin], { viewport: NARROWEST });
const { page } = visitor;
const one = await recipient();

for (const { language, titles, invalid, out, ask } of TABLE) {
  test(language, async () => {
    const about = (text: string) => text.replace('{email}', one.email);
    const shown = [about(ask[0]), about(ask[1]), about(out)];
    const buttons = [titles[0], titles[1], titles[1]];
    for (const [index, which] of PAGES.entries()) {
      await one.set({ subscribed: which === 'unsubscribe', data: { locale: language } });
      await page.goto(`${dashboard}/${which}/${one.id}`);
      assert.equal(
        [await heading(page), await page.title(), await page.locator('p').innerText(), await button(page).innerText()],
        [titles[index], titles[index], shown[index], buttons[index]],
      );
      assert.equal(await page.evaluate('[document.documentElement.lang, getComputedStyle(document.body).direction]'), [
        language,
        RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr',
      ]);
      assert.is(await overhang(page), 0, 'scrolls sideways');
    }
    await assertUsable(visitor, language);
    await page.setExtraHTTPHeaders({ 'accept-language': language });
    await page.goto(`${dashboard}/unsubscribe/unknown`);
    assert.equal(
      [await heading(page), await page.getByRole('alert').innerText(), await page.getAttribute('html', 'lang')],
      [titles[0], invalid, language],
    );
  });
}

test('all 21', () => assert.is(TABLE.length, 21));

test.after(() => browser.close());
test.run();
