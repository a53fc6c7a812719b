/** The words of the pages that platform mail leads to, in the languages Posthorn knows. */

export interface AccountWording {
  verify: string;
  askVerify: string;
  verified: string;
  reset: string;
  newPassword: string;
  length: string;
  changed: string;
}

const words = (
  ...[verify, askVerify, verified, reset, newPassword, length, changed]: readonly [string, string, string, string, string, string, string]
): AccountWording => ({ verify, askVerify, verified, reset, newPassword, length, changed });

const WORDING: Readonly<Record<string, AccountWording>> = {
  en: words(
    'Verify your email address',
    'Please confirm that this address is yours.',
    'Your email address is verified.',
    'Reset your password',
    'New password',
    'At least 6 characters.',
    'Your password has been changed. You can log in with it now.',
  ),
  nl: words(
    'Bevestig je e-mailadres',
    'Bevestig dat dit adres van jou is.',
    'Je e-mailadres is bevestigd.',
    'Stel je wachtwoord opnieuw in',
    'Nieuw wachtwoord',
    'Ten minste 6 tekens.',
    'Je wachtwoord is gewijzigd. Je kunt er nu mee inloggen.',
  ),
  fr: words(
    'Vérifiez votre adresse e-mail',
    'Veuillez confirmer que cette adresse est la vôtre.',
    'Votre adresse e-mail est vérifiée.',
    'Réinitialisez votre mot de passe',
    'Nouveau mot de passe',
    'Au moins 6 caractères.',
    'Votre mot de passe a été modifié. Vous pouvez maintenant vous connecter.',
  ),
  hi: words(
    'अपना ईमेल पता सत्यापित करें',
    'कृपया पुष्टि करें कि यह पता आपका है।',
    'आपका ईमेल पता सत्यापित है।',
    'अपना पासवर्ड रीसेट करें',
    'नया पासवर्ड',
    'कम से कम 6 अक्षर।',
    'आपका पासवर्ड बदल दिया गया है। अब आप इससे लॉग इन कर सकते हैं।',
  ),
  de: words(
    'E-Mail-Adresse bestätigen',
    'Bitte bestätigen Sie, dass diese Adresse Ihnen gehört.',
    'Ihre E-Mail-Adresse ist bestätigt.',
    'Passwort zurücksetzen',
    'Neues Passwort',
    'Mindestens 6 Zeichen.',
    'Ihr Passwort wurde geändert. Sie können sich jetzt damit anmelden.',
  ),
  pt: words(
    'Verifique o seu endereço de e-mail',
    'Confirme que este endereço é seu.',
    'O seu endereço de e-mail está verificado.',
    'Redefina a sua palavra-passe',
    'Nova palavra-passe',
    'Pelo menos 6 caracteres.',
    'A sua palavra-passe foi alterada. Já pode iniciar sessão com ela.',
  ),
  bg: words(
    'Потвърдете имейл адреса си',
    'Моля, потвърдете, че този адрес е ваш.',
    'Имейл адресът ви е потвърден.',
    'Нулирайте паролата си',
    'Нова парола',
    'Поне 6 знака.',
    'Паролата ви е сменена. Вече можете да влезете с нея.',
  ),
  cs: words(
    'Ověřte svou e-mailovou adresu',
    'Potvrďte prosím, že tato adresa patří vám.',
    'Vaše e-mailová adresa je ověřena.',
    'Obnovte své heslo',
    'Nové heslo',
    'Alespoň 6 znaků.',
    'Vaše heslo bylo změněno. Nyní se s ním můžete přihlásit.',
  ),
  cy: words(
    'Dilyswch eich cyfeiriad e-bost',
    'Cadarnhewch mai chi biau’r cyfeiriad hwn.',
    'Mae eich cyfeiriad e-bost wedi’i ddilysu.',
    'Ailosodwch eich cyfrinair',
    'Cyfrinair newydd',
    'O leiaf 6 nod.',
    'Mae eich cyfrinair wedi’i newid. Gallwch fewngofnodi ag ef nawr.',
  ),
  pl: words(
    'Potwierdź swój adres e-mail',
    'Potwierdź, że ten adres należy do Ciebie.',
    'Twój adres e-mail został potwierdzony.',
    'Zresetuj hasło',
    'Nowe hasło',
    'Co najmniej 6 znaków.',
    'Hasło zostało zmienione. Możesz się teraz zalogować.',
  ),
  es: words(
    'Verifique su dirección de correo',
    'Confirme que esta dirección es suya.',
    'Su dirección de correo está verificada.',
    'Restablezca su contraseña',
    'Contraseña nueva',
    'Al menos 6 caracteres.',
    'Su contraseña ha cambiado. Ya puede iniciar sesión con ella.',
  ),
  it: words(
    'Verifica il tuo indirizzo e-mail',
    'Conferma che questo indirizzo è tuo.',
    'Il tuo indirizzo e-mail è verificato.',
    'Reimposta la password',
    'Nuova password',
    'Almeno 6 caratteri.',
    'La password è stata cambiata. Ora puoi usarla per accedere.',
  ),
  'zh-TW': words(
    '驗證您的電子郵件地址',
    '請確認此地址屬於您。',
    '您的電子郵件地址已驗證。',
    '重設您的密碼',
    '新密碼',
    '至少 6 個字元。',
    '您的密碼已變更,現在可以使用它登入。',
  ),
  'zh-HK': words(
    '驗證您的電郵地址',
    '請確認此地址屬於您。',
    '您的電郵地址已驗證。',
    '重設您的密碼',
    '新密碼',
    '至少 6 個字元。',
    '您的密碼已更改,現在可以使用它登入。',
  ),
  'zh-CN': words(
    '验证您的电子邮件地址',
    '请确认此地址属于您。',
    '您的电子邮件地址已验证。',
    '重置您的密码',
    '新密码',
    '至少 6 个字符。',
    '您的密码已更改,现在可以使用它登录。',
  ),
  ja: words(
    'メールアドレスの確認',
    'このアドレスがご本人のものであることを確認してください。',
    'メールアドレスが確認されました。',
    'パスワードの再設定',
    '新しいパスワード',
    '6文字以上。',
    'パスワードが変更されました。新しいパスワードでログインできます。',
  ),
  sv: words(
    'Bekräfta din e-postadress',
    'Bekräfta att den här adressen är din.',
    'Din e-postadress är bekräftad.',
    'Återställ ditt lösenord',
    'Nytt lösenord',
    'Minst 6 tecken.',
    'Ditt lösenord har ändrats. Nu kan du logga in med det.',
  ),
  ar: words(
    'تأكيد بريدك الإلكتروني',
    'يرجى تأكيد أن هذا العنوان لك.',
    'تم تأكيد بريدك الإلكتروني.',
    'إعادة تعيين كلمة المرور',
    'كلمة المرور الجديدة',
    '6 أحرف على الأقل.',
    'تم تغيير كلمة المرور. يمكنك تسجيل الدخول بها الآن.',
  ),
  he: words(
    'אימות כתובת הדוא״ל שלך',
    'נא לאשר שהכתובת הזו שלך.',
    'כתובת הדוא״ל שלך אומתה.',
    'איפוס הסיסמה שלך',
    'סיסמה חדשה',
    '6 תווים לפחות.',
    'הסיסמה שונתה. אפשר כעת להתחבר איתה.',
  ),
  fa: words(
    'نشانی ایمیل خود را تأیید کنید',
    'لطفاً تأیید کنید که این نشانی از آن شماست.',
    'نشانی ایمیل شما تأیید شد.',
    'بازنشانی گذرواژه',
    'گذرواژهٔ تازه',
    'دست‌کم ۶ نویسه.',
    'گذرواژهٔ شما تغییر کرد. اکنون می‌توانید با آن وارد شوید.',
  ),
  ur: words(
    'اپنے ای میل پتے کی تصدیق کریں',
    'براہ کرم تصدیق کریں کہ یہ پتہ آپ کا ہے۔',
    'آپ کے ای میل پتے کی تصدیق ہو گئی ہے۔',
    'اپنا پاس ورڈ دوبارہ مقرر کریں',
    'نیا پاس ورڈ',
    'کم از کم 6 حروف۔',
    'آپ کا پاس ورڈ بدل دیا گیا ہے۔ اب آپ اس سے لاگ ان کر سکتے ہیں۔',
  ),
};

/** The words of a language that `preferredLanguage` answered. */
export function accountWordingOf(language: string): AccountWording {
  return WORDING[language] ?? WORDING['en']!;
}
