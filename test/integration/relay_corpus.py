"""Messages of every make through the relay: smtplib hands them over, `email` reads what was sent and what arrived, and both are compared.

    relay_corpus.py HOST PORT KEY FROM API SEED COUNT

Prints one JSON line: {"sent": n, "refused": n, "noticed": n, "faults": [...]}. Nothing here shares code with the relay.
"""
import base64, email, hashlib, http.client, json, quopri, random, smtplib, ssl, sys, threading, time, urllib.parse
from concurrent.futures import ThreadPoolExecutor
from email import policy
from email.header import decode_header, make_header

CHARSETS = {
    'utf-8': 'Grüße, Ελλάδα, 日本語, עברית, 🎉',
    'iso-8859-1': 'Grüße à l’été'.replace('’', "'"),
    'iso-8859-2': 'Žluťoučký kůň',
    'iso-8859-15': 'Prix: 5 €',
    'windows-1251': 'Привет, мир',
    'windows-1252': '“quoted” – dash €',
    'koi8-r': 'Здравствуйте',
    'shift_jis': 'こんにちは世界',
    'euc-jp': '日本語テキスト',
    'iso-2022-jp': '日本語のメール',
    'gb18030': '中文邮件内容',
    'big5': '繁體中文',
    'euc-kr': '안녕하세요',
    'us-ascii': 'plain words',
}
CONNECTIONS = 16
TYPES = ['application/pdf', 'image/png', 'text/csv', 'application/zip', 'application/json', 'text/calendar', 'application/octet-stream']


def line_wrapped(data):
    text = base64.b64encode(data)
    return b'\r\n'.join(text[at : at + 76] for at in range(0, len(text), 76)) or b''


def encoded(rng, data, kinds=('base64', 'quoted-printable')):
    kind = rng.choice(kinds)
    if kind == 'base64':
        return kind, line_wrapped(data)
    body = quopri.encodestring(data.replace(b'\r\n', b'\n'), quotetabs=True)
    return kind, body.replace(b'\n', b'\r\n')


def word(text, charset, rng):
    """An encoded word, or several with a fold between."""
    words, pieces = [], [text[at : at + 8] for at in range(0, len(text), 8)]
    for piece in pieces:
        data = piece.encode(charset)
        if rng.random() < 0.5:
            words.append('=?%s?B?%s?=' % (charset, base64.b64encode(data).decode()))
        else:
            words.append('=?%s?Q?%s?=' % (charset, ''.join('=%02X' % byte for byte in data)))
    return '\r\n '.join(words)


def filename(rng, name):
    """Content-Disposition parameters that say it, in one of four ways."""
    kind = rng.randrange(4)
    if name.isascii() and kind < 2:
        return '; filename="%s"' % name if kind == 0 else ';\r\n filename=%s' % name.replace(' ', '_'), name if kind == 0 else name.replace(' ', '_')
    quoted = ''.join('%%%02X' % byte for byte in name.encode())
    if kind == 3 and len(quoted) > 12:
        pieces = [quoted[at : at + 30] for at in range(0, len(quoted) - len(quoted) % 3, 30)]
        out = ''.join(";\r\n filename*%d*=%s%s" % (at, "utf-8''" if at == 0 else '', piece) for at, piece in enumerate(pieces))
        return out, name
    return ";\r\n filename*=utf-8''%s" % quoted, name


def text_part(rng, kind):
    charset = rng.choice(list(CHARSETS))
    said = CHARSETS[charset]
    lines = [said] + ['line %d %s' % (n, rng.choice(['words', said, '.leading dot', 'From here', 'a & b < c'])) for n in range(rng.randrange(1, 5))]
    text = '\r\n'.join(lines)
    if kind == 'html':
        text = '<p>' + '<br>\r\n'.join(line.replace('&', '&amp;').replace('<', '&lt;') for line in lines) + '</p>'
    encoding, body = encoded(rng, text.encode(charset))
    return ['Content-Type: text/%s; charset=%s' % (kind, rng.choice([charset, charset.upper(), '"%s"' % charset])), 'Content-Transfer-Encoding: ' + encoding], body


def file_part(rng, inline=False):
    data = rng.randbytes(rng.choice([1, 57, 1000, 20000]))
    name = rng.choice(['report.pdf', 'a b.txt', 'Übersicht.csv', '日本語.bin', 'x' * 60 + '.dat', 'semi;colon.txt'])
    if ';' in name:
        params = '; filename="%s"' % name
    else:
        params, name = filename(rng, name)
    kind = 'inline' if inline else 'attachment'
    # A calendar is read as text; bytes that are none are no calendar.
    type_ = rng.choice([one for one in TYPES if not one.startswith('text/calendar')])
    head = ['Content-Type: ' + type_, 'Content-Disposition: %s%s' % (kind, params), 'Content-Transfer-Encoding: base64']
    if inline:
        head.append('Content-ID: <part-%d@example>' % rng.randrange(10**9))
    return head, line_wrapped(data)


def multi(rng, kind, parts):
    boundary = rng.choice(['b%d', '=_%d_=', 'a b %d', "'()+_,-./:=?%d"]) % rng.randrange(10**9)
    body = b'' if rng.random() < 0.5 else b'This is a message in several parts.\r\n'
    for head, content in parts:
        body += b'--' + boundary.encode() + b'\r\n' + '\r\n'.join(head).encode() + b'\r\n\r\n' + content + b'\r\n'
    return ['Content-Type: multipart/%s;\r\n boundary="%s"' % (kind, boundary)], body + b'--' + boundary.encode() + b'--\r\n'


def generated(rng):
    body = text_part(rng, rng.choice(['plain', 'html']))
    if rng.random() < 0.5:
        body = multi(rng, 'alternative', [text_part(rng, 'plain'), text_part(rng, 'html')])
        if rng.random() < 0.5:
            body = multi(rng, 'related', [body] + [file_part(rng, True) for _ in range(rng.randrange(1, 3))])
    for _ in range(rng.randrange(3)):
        body = multi(rng, 'mixed', [body] + [file_part(rng) for _ in range(rng.randrange(0, 3))])
    charset = rng.choice(list(CHARSETS))
    said = CHARSETS[charset]
    head = ['Subject: ' + (word(said, charset, rng) if charset != 'us-ascii' else said), 'MIME-Version: 1.0']
    head.append('X-Order: %d' % rng.randrange(10**6))
    if rng.random() < 0.3:
        head.append('X-Words: =?utf-8?q?=C3=BC?= and so on')
    if rng.random() < 0.3:
        head.append('Reply-To: "Support, all of it" <support@example.net>')
    return head + body[0], body[1]


def handmade():
    """(name, headers, body): what real programs, and broken ones, make."""
    mixed = ['Subject: made by hand', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b']
    plain = ['Subject: made by hand']
    part = lambda head, body: b'--b\r\n' + head.encode() + b'\r\n\r\n' + body + b'\r\n'
    words = part('Content-Type: text/plain', b'words')
    png = base64.b64encode(b'\x89PNG' + bytes(range(256)))
    file = lambda head: words + part(head, png) + b'--b--\r\n'
    yield 'no MIME at all', plain, b'words'
    yield 'a dot alone', plain, b'first\r\n.\r\n..\r\nlast'
    yield 'no last line end', plain, b'words'
    yield 'lines as long as may be', plain, b'x' * 998 + b'\r\n' + b'y' * 998
    yield 'tabs and blanks', plain, b'\ttab\r\n  two  blanks'
    yield 'raw 8bit, utf-8', plain + ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit'], 'Grüße'.encode()
    yield 'raw 8bit, latin1', plain + ['Content-Type: text/plain; charset=iso-8859-1', 'Content-Transfer-Encoding: 8bit'], 'Grüße'.encode('latin1')
    yield 'html alone', plain + ['Content-Type: text/html'], b'<p>words</p>'
    yield 'html document', plain + ['Content-Type: text/html'], b'<!doctype html><html><head><title>t</title></head><body><p>words</p></body></html>'
    yield 'headers in other cases', ['subject: made by hand', 'CONTENT-TYPE: TEXT/HTML; CHARSET=UTF-8'], b'<p>words</p>'
    yield 'folded headers', ['Subject: made\r\n by\r\n\thand'], b'words'
    yield 'winmail', mixed, words + part('Content-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="winmail.dat"', base64.b64encode(b'\x78\x9f\x3e\x22tnef')) + b'--b--\r\n'
    yield 'S/MIME signed', ['Subject: s', 'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256; boundary=b'], words + part('Content-Type: application/pkcs7-signature; name=smime.p7s\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=smime.p7s', png) + b'--b--\r\n'
    yield 'PGP signed', ['Subject: s', 'Content-Type: multipart/signed; protocol="application/pgp-signature"; boundary=b'], words + part('Content-Type: application/pgp-signature; name=signature.asc\r\nContent-Disposition: attachment; filename=signature.asc\r\nContent-Transfer-Encoding: base64', png) + b'--b--\r\n'
    yield 'file by name alone', mixed, file('Content-Type: image/png; name="logo.png"\r\nContent-Transfer-Encoding: base64')
    yield 'file in RFC 2231 pieces', mixed, file("Content-Type: image/png\r\nContent-Disposition: attachment; filename*0=\"one \"; filename*1=\"two.png\"\r\nContent-Transfer-Encoding: base64")
    yield 'file in RFC 2231, latin1', mixed, file("Content-Type: image/png\r\nContent-Disposition: attachment; filename*=iso-8859-1'de'%FCber.png\r\nContent-Transfer-Encoding: base64")
    yield 'file named by an encoded word', mixed, file('Content-Type: image/png\r\nContent-Disposition: attachment; filename="=?utf-8?B?w7xiZXIucG5n?="\r\nContent-Transfer-Encoding: base64')
    yield 'file with escaped quotes', mixed, file('Content-Type: image/png\r\nContent-Disposition: attachment; filename="a\\\\b.png"\r\nContent-Transfer-Encoding: base64')
    yield 'inline with an id, in mixed', mixed, file('Content-Type: image/png\r\nContent-Disposition: inline; filename=l.png\r\nContent-ID: <logo>\r\nContent-Transfer-Encoding: base64')
    yield 'nested mixed', mixed, words + part('Content-Type: multipart/mixed; boundary=c', b'--c\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename=in.png\r\nContent-Transfer-Encoding: base64\r\n\r\n' + png + b'\r\n--c--') + b'--b--\r\n'
    yield 'preamble and epilogue', mixed, b'before\r\n' + words + b'--b--\r\nafter\r\n'
    yield 'blanks behind a boundary', mixed, words.replace(b'--b\r\n', b'--b  \r\n') + b'--b--\r\n'
    yield 'a boundary that begins another', mixed, words + part('Content-Type: multipart/mixed; boundary=bb', b'--bb\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename=x.png\r\nContent-Transfer-Encoding: base64\r\n\r\n' + png + b'\r\n--bb--') + b'--b--\r\n'
    yield 'no end of parts', mixed, words + part('Content-Type: image/png\r\nContent-Disposition: attachment; filename=x.png\r\nContent-Transfer-Encoding: base64', png)
    yield 'base64 in one line', mixed, words + part('Content-Type: image/png\r\nContent-Disposition: attachment; filename=x.png\r\nContent-Transfer-Encoding: BASE64', png) + b'--b--\r\n'
    yield 'base64 in lines of 4', mixed, words + part('Content-Type: image/png\r\nContent-Disposition: attachment; filename=x.png\r\nContent-Transfer-Encoding: base64', b'\r\n'.join(png[at : at + 4] for at in range(0, len(png), 4))) + b'--b--\r\n'
    yield 'quoted-printable, soft breaks', plain + ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'], b'so=\r\nft =C3=BC =3D'
    yield 'quoted-printable, low case', plain + ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: Quoted-Printable'], b'=c3=bc'
    yield 'a word cut in a character', ['Subject: =?utf-8?b?w7w=?=\r\n =?utf-8?b?w7w=?='], b'words'
    yield 'words beside text', ['Subject: Re: =?utf-8?q?=C3=BC?= [list]'], b'words'
    yield 'subject in raw utf-8', ['Subject: Grüße'], b'words'
    yield 'many recipients named', plain + ['Cc: "A, B" <a@example.net>, undisclosed-recipients:;'], b'words'
    yield 'a group', plain + ['Cc: Team: a@example.net, "B" <b@example.net>;'], b'words'
    yield 'comments in addresses', plain + ['Cc: a@example.net (the first)'], b'words'
    yield 'references', plain + ['In-Reply-To: <1@example.net>', 'References: <0@example.net> <1@example.net>'], b'words'
    yield 'list headers', plain + ['List-Id: <list.example.net>', 'Precedence: list'], b'words'
    yield 'calendar', mixed, words + part('Content-Type: text/calendar; method=REQUEST; charset=utf-8\r\nContent-Disposition: attachment; filename=invite.ics', b'BEGIN:VCALENDAR\r\nEND:VCALENDAR') + b'--b--\r\n'
    yield 'csv in 7bit', mixed, words + part('Content-Type: text/csv\r\nContent-Disposition: attachment; filename=a.csv', b'a,b\r\n1,2') + b'--b--\r\n'
    yield 'json in 8bit', mixed, words + part('Content-Type: application/json\r\nContent-Disposition: attachment; filename=a.json\r\nContent-Transfer-Encoding: 8bit', '{"ü":1}'.encode()) + b'--b--\r\n'
    yield 'text as a file', mixed, words + part('Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: attachment; filename=notes.txt', b'notes') + b'--b--\r\n'
    yield 'html as a file', mixed, words + part('Content-Type: text/html\r\nContent-Disposition: attachment; filename=page.html', b'<p>page</p>') + b'--b--\r\n'
    yield 'a message inside', mixed, words + part('Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename=mail.eml', b'Subject: inner\r\n\r\ninner words') + b'--b--\r\n'
    yield 'twenty levels', ['Subject: deep', 'Content-Type: multipart/mixed; boundary=b0'], b''.join(b'--b%d\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n' % (n, n + 1) for n in range(20)) + b'--b20\r\nContent-Type: text/plain\r\n\r\nwords\r\n' + b''.join(b'--b%d--\r\n' % n for n in range(20, -1, -1))
    yield 'ten files', mixed, words + b''.join(part('Content-Type: image/png\r\nContent-Disposition: attachment; filename=f%d.png\r\nContent-Transfer-Encoding: base64' % n, png) for n in range(10)) + b'--b--\r\n'
    yield 'an unknown charset', plain + ['Content-Type: text/plain; charset=x-nobody'], b'words'
    yield 'an unknown encoding', plain + ['Content-Type: text/plain', 'Content-Transfer-Encoding: x-nothing'], b'words'
    yield 'a header that is none', ['Subject: made by hand', 'X-Empty:', 'X-Blank:  '], b'words'
    yield 'flowed text', plain + ['Content-Type: text/plain; format=flowed'], b'soft \r\nbreak'
    yield 'a long reference list', plain + ['References: ' + '\r\n '.join('<%d@example.net>' % n for n in range(80))], b'words'
    yield 'footer of a list', mixed, words + part('Content-Type: text/plain', b'footer') + b'--b--\r\n'


def squeezed(text):
    return ' '.join(text.split())


def digest(part):
    data = part.get_payload(decode=True) or b''
    if (part.get('Content-Transfer-Encoding') or '7bit').lower() not in ('base64',):
        data = data.replace(b'\r\n', b'\n').rstrip(b'\n')
    return data


def charset_of(part):
    name = part.get_content_charset() or 'utf-8'
    try:
        'x'.encode(name)
        return name
    except LookupError:
        return 'utf-8'


def read(raw):
    """What there is in a message: bodies, files, and what its headers say."""
    message = email.message_from_bytes(raw, policy=policy.default)
    texts, files = {'plain': [], 'html': []}, []

    def walk(part):
        if part.get_content_maintype() == 'multipart':
            for child in part.iter_parts():
                walk(child)
            return
        shown = part.get_content_type() in ('text/plain', 'text/html') and part.get_content_disposition() != 'attachment'
        if shown:
            data = part.get_payload(decode=True) or b''
            texts[part.get_content_subtype()].append(data.decode(charset_of(part), 'replace'))
        elif part.get_content_type() == 'message/rfc822':
            files.append((part.get_filename(), None, part.get_payload(0).as_bytes().replace(b'\r\n', b'\n').strip(), None))
        else:
            name = part.get_filename()
            name = name and str(make_header(decode_header(name)))
            files.append((name, part.get_content_type(), digest(part), part.get('Content-ID') and part['Content-ID'].strip('<> ')))

    walk(message)
    return message, texts, files


def compare(original, arrived):
    """What differs between two messages that were read."""
    (sent, sent_texts, sent_files), (got, got_texts, got_files) = original, arrived
    if squeezed(str(sent['Subject'])) != squeezed(str(got['Subject'])):
        yield 'subject %r became %r' % (str(sent['Subject']), str(got['Subject']))
    for name in set(sent.keys()):
        if name.lower().startswith(('x-', 'list-', 'in-reply')) and squeezed(str(sent[name])) != squeezed(str(got[name] or '')):
            yield 'header %s %r became %r' % (name, str(sent[name]), str(got[name]))
    if sent['Reply-To'] and sent['Reply-To'].addresses[0].addr_spec != got['Reply-To'].addresses[0].addr_spec:
        yield 'reply-to'
    html = squeezed(' '.join(got_texts['html']))
    for text in sent_texts['html']:
        if squeezed(text).removeprefix('<!doctype html>')[:40] not in html or squeezed(text)[-60:].removesuffix('</body></html>')[-40:] not in html:
            yield 'html %r is not in %r' % (squeezed(text), html[-400:])
    if not sent_texts['html']:
        text = squeezed(' '.join(got_texts['plain']))
        for said in sent_texts['plain']:
            if squeezed(said) not in text:
                yield 'text %r is not in %r' % (squeezed(said), text)
    if len(sent_files) != len(got_files):
        yield '%d files became %d' % (len(sent_files), len(got_files))
    for (name, kind, data, cid), (name2, kind2, data2, cid2) in zip(sorted(sent_files, key=str), sorted(got_files, key=str)):
        if name != name2 and name is not None:
            yield 'file %r became %r' % (name, name2)
        if kind is not None and kind != kind2:
            yield 'type %r became %r' % (kind, kind2)
        if hashlib.sha256(data.replace(b'\r\n', b'\n').rstrip(b'\n')).digest() != hashlib.sha256(data2.replace(b'\r\n', b'\n').rstrip(b'\n')).digest():
            yield 'bytes of %r: %r became %r' % (name, data[:60], data2[:60])
        if cid != cid2:
            yield 'content id %r became %r' % (cid, cid2)


class Client(threading.local):
    """Of one thread: a connection to the relay and one to the API, opened when they are needed."""

    def smtp(self, host, port, key):
        if not hasattr(self, 'relay'):
            self.relay = smtplib.SMTP(host, int(port), timeout=120)
            self.relay.starttls(context=ssl._create_unverified_context())
            self.relay.login('posthorn', key)
        return self.relay

    def fetch(self, api, path):
        if not hasattr(self, 'http'):
            self.http = http.client.HTTPConnection(urllib.parse.urlsplit(api).netloc, timeout=60)
        self.http.request('GET', path)
        return json.load(self.http.getresponse())


def main(host, port, key, sender, api, seed, count):
    rng = random.Random(int(seed))
    messages = [('generated %d' % n, *generated(rng)) for n in range(int(count))] + list(handmade())
    client, deadline = Client(), time.time() + 240

    def submit(at):
        """(name, as it was sent, whom to, why it was refused)"""
        name, head, body = messages[at]
        to = 'corpus-%s-%d@example.com' % (seed, at)
        top = ['From: "Ada Lovelace" <%s>' % sender, 'To: =?utf-8?q?Zo=C3=AB?= <%s>' % to, 'Message-ID: <%s-%d@corpus.example>' % (seed, at)]
        raw = '\r\n'.join(top + head).encode() + b'\r\n\r\n' + body
        try:
            client.smtp(host, port, key).sendmail(sender, [to], raw)
            return name, raw, to, None
        except smtplib.SMTPDataError as error:
            return name, raw, to, '%s %s' % (error.smtp_code, error.smtp_error.decode())

    def arrived(to):
        while time.time() < deadline:
            found = client.fetch(api, '/dev/inbox?to=' + to)['data']
            if found:
                return client.fetch(api, '/dev/inbox/' + found[0]['id'])['raw'].encode('utf-8', 'surrogateescape')
            time.sleep(0.2)
        return None

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        sent = list(pool.map(submit, range(len(messages))))
        taken = [(name, raw, to) for name, raw, to, refusal in sent if refusal is None]
        inbox = list(pool.map(arrived, [to for _, _, to in taken]))
    faults = ['%s: %s' % (name, refusal) for name, _, _, refusal in sent if refusal is not None]
    noticed, before = 0, None
    for (name, raw, _), got in zip(taken, inbox):
        if got is None:
            faults.append('%s: did not arrive' % name)
            continue
        original, got = read(raw), read(got)
        faults += ['%s: %s' % (name, fault) for fault in compare(original, got)]
        # Another message is noticed to be another one: the comparison can fail.
        noticed += before is not None and any(True for _ in compare(before, got))
        before = original
    print(json.dumps({'sent': len(taken), 'refused': len(sent) - len(taken), 'noticed': noticed, 'faults': faults}))


main(*sys.argv[1:])
