/** The footer of marketing mail: why it came and how to leave (contract "Send pipeline: Footer, Language"). */
import { escaped } from './links.ts';
import { insertAtEnd } from './markup.ts';

interface Wording {
  text: string;
  link: string;
}

export const FOOTERS: Readonly<Record<string, Wording>> = {
  en: { text: 'You received this email because you agreed to receive emails from us.', link: 'Unsubscribe' },
  nl: { text: 'Je ontvangt deze e-mail omdat je hebt aangegeven e-mails van ons te willen ontvangen.', link: 'Uitschrijven' },
  fr: { text: 'Vous recevez cet e-mail parce que vous avez accepté de recevoir nos e-mails.', link: 'Se désabonner' },
  hi: { text: 'आपको यह ईमेल इसलिए मिला है क्योंकि आपने हमारे ईमेल प्राप्त करने की सहमति दी थी।', link: 'सदस्यता छोड़ें' },
  de: { text: 'Sie erhalten diese E-Mail, weil Sie dem Empfang unserer E-Mails zugestimmt haben.', link: 'Abmelden' },
  pt: { text: 'Recebeu este e-mail porque aceitou receber os nossos e-mails.', link: 'Cancelar subscrição' },
  bg: { text: 'Получавате този имейл, защото сте се съгласили да получавате имейли от нас.', link: 'Отписване' },
  cs: { text: 'Tento e-mail jste obdrželi, protože jste souhlasili se zasíláním našich e-mailů.', link: 'Odhlásit odběr' },
  cy: { text: 'Cawsoch yr e-bost hwn am eich bod wedi cytuno i dderbyn e-byst gennym ni.', link: 'Dad-danysgrifio' },
  pl: { text: 'Otrzymujesz tę wiadomość, ponieważ wyrażono zgodę na otrzymywanie od nas e-maili.', link: 'Wypisz się' },
  es: { text: 'Ha recibido este correo porque aceptó recibir nuestros correos electrónicos.', link: 'Cancelar suscripción' },
  it: { text: 'Ricevi questa e-mail perché hai accettato di ricevere le nostre e-mail.', link: 'Annulla iscrizione' },
  'zh-TW': { text: '您收到這封電子郵件，是因為您同意接收我們的電子郵件。', link: '取消訂閱' },
  'zh-HK': { text: '您收到此電郵，是因為您同意接收我們的電郵。', link: '取消訂閱' },
  'zh-CN': { text: '您收到这封电子邮件，是因为您同意接收我们的电子邮件。', link: '退订' },
  ja: { text: 'このメールは、当方からのメールの受信に同意された方にお送りしています。', link: '配信停止' },
  ar: { text: 'وصلتك هذه الرسالة لأنك وافقت على تلقي رسائل البريد الإلكتروني منا.', link: 'إلغاء الاشتراك' },
  he: { text: 'קיבלת הודעה זו כי הסכמת לקבל מאיתנו הודעות דוא״ל.', link: 'ביטול הרשמה' },
  fa: { text: 'این ایمیل را دریافت کرده‌اید چون با دریافت ایمیل‌های ما موافقت کرده‌اید.', link: 'لغو اشتراک' },
  ur: { text: 'آپ کو یہ ای میل اس لیے ملی کہ آپ نے ہماری ای میلز وصول کرنے پر رضامندی دی تھی۔', link: 'رکنیت ختم کریں' },
  sv: { text: 'Du får det här mejlet eftersom du har tackat ja till att få mejl från oss.', link: 'Avsluta prenumerationen' },
};

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'he', 'fa', 'ur']);
const STYLE =
  'margin-top:32px;padding-top:16px;border-top:1px solid ' +
  '#d9d9d9;font-family:Helvetica,Arial,sans-serif;font-size:12px;line-height:1.5;color:#595959;text-align:center';

/**
 * @param language one of the 21 that Posthorn knows; any other counts as English
 * @param unsubscribeUrl this mail's link to the unsubscribe page
 */
export function withFooter(html: string, language: string, unsubscribeUrl: string): string {
  const known = Object.hasOwn(FOOTERS, language) ? language : 'en';
  const { text, link } = FOOTERS[known]!;
  return insertAtEnd(
    html,
    `<div lang="${known}"${RIGHT_TO_LEFT.has(known) ? ' dir="rtl"' : ''} style="${STYLE}"><p style="margin:0">${text} <a ` +
      `href="${escaped(unsubscribeUrl)}" style="color:#595959;text-decoration:underline">${link}</a></p></div>\n`,
  );
}
