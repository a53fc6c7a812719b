/** The mail that is measured: 5 KB of HTML, ten placeholders, one tracked link. */
const PARAGRAPH = '<p style="margin:0 0 16px">Some words that a mail is made of, again and again, until there are enough of them.</p>\n';
const NAMES = ['name', 'company', 'city', 'plan', 'seats', 'renewal', 'manager', 'region', 'code', 'greeting'];

const lines = NAMES.map((name) => `<p>${name}: {{${name} ?? "none"}}</p>`).join('\n');
const link = '<p><a href="https://shop.example.com/offer?utm_source=mail&utm_campaign=bench">The offer</a></p>\n';
const frame = `<h1>News</h1>\n${lines}\n${link}`;

export const CONTENT = {
  subject: 'News for you',
  body: frame + PARAGRAPH.repeat(Math.ceil((5_120 - frame.length) / PARAGRAPH.length)),
};

/** What the placeholders stand for. */
export const VALUES = Object.fromEntries(NAMES.map((name, index) => [name, `${name} number ${index}`]));
