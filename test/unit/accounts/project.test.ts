/** Projects' settings (contract 2.8, 4.10). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '#kit/errors.ts';
import { isProjectLanguage } from '#services/recipient/language.ts';
import { assertMayCreate, checkedSettings } from '../../../services/accounts/domain/project.ts';
import type { ProjectSettings } from '../../../services/accounts/domain/project.ts';

const test = suite('accounts: projects');

function faultOf(act: () => unknown): Fault {
  try {
    act();
  } catch (error) {
    return error as Fault;
  }
  throw new Error('nothing was refused');
}

const accepted: [given: ProjectSettings, stored: object][] = [
  [{}, {}],
  [{ name: ' Acme ' }, { name: 'Acme' }],
  [{ name: 'n'.repeat(100) }, { name: 'n'.repeat(100) }],
  [
    { tracking: 'MARKETING_ONLY', language: 'zh-TW' },
    { tracking: 'MARKETING_ONLY', language: 'zh-TW' },
  ],
  [{ name: null, tracking: undefined, language: 'de' }, { language: 'de' }],
  [{ language: 'pt-BR' }, { language: 'pt-BR' }],
  [{ logo: 'https://cdn.example.org/a/logo.png?v=2' }, { logo: 'https://cdn.example.org/a/logo.png?v=2' }],
  [{ logo: '' }, { logo: null }],
];
for (const [given, stored] of accepted)
  test(`${JSON.stringify(given).slice(0, 60)} is accepted`, () => assert.equal(checkedSettings(given, isProjectLanguage), stored));

const refused: [given: ProjectSettings, faults: [string, string][]][] = [
  [{ name: '' }, [['name', 'too_small']]],
  [{ name: '   ' }, [['name', 'too_small']]],
  [{ name: 'n'.repeat(101) }, [['name', 'too_big']]],
  [{ tracking: 'enabled' }, [['tracking', 'invalid_enum_value']]],
  [{ language: 'english' }, [['language', 'invalid_enum_value']]],
  [{ language: 'xx-YY' }, [['language', 'invalid_enum_value']]],
  [{ language: 'xx' }, [['language', 'invalid_enum_value']]],
  [{ language: 'de-de' }, [['language', 'invalid_enum_value']]],
  [{ logo: 'logo.png' }, [['logo', 'invalid_string']]],
  [{ logo: 'javascript:alert(1)' }, [['logo', 'invalid_string']]],
  [{ logo: 'data:image/png;base64,AAAA' }, [['logo', 'invalid_string']]],
  [{ logo: 'https://ada:secret@example.org/logo.png' }, [['logo', 'invalid_string']]],
  [{ logo: "https://example.org/logo.png; script-src 'unsafe-inline'" }, [['logo', 'invalid_string']]],
  [{ logo: `https://example.org/${'l'.repeat(2_048)}` }, [['logo', 'invalid_string']]],
  [
    { name: '', tracking: 'X', language: 'X' },
    [
      ['name', 'too_small'],
      ['tracking', 'invalid_enum_value'],
      ['language', 'invalid_enum_value'],
    ],
  ],
];
for (const [given, faults] of refused) {
  test(`${JSON.stringify(given).slice(0, 60)} is refused`, () => {
    const fault = faultOf(() => checkedSettings(given, isProjectLanguage));
    assert.is(fault.status, 422);
    assert.equal(
      fault.options.errors?.map(({ field, code }) => [field, code]),
      faults,
    );
  });
}

test('a member of a disabled project makes no other', () => {
  assertMayCreate([]);
  assertMayCreate([{ disabled: false }]);
  assert.is(faultOf(() => assertMayCreate([{ disabled: false }, { disabled: true }])).name, 'PROJECT_DISABLED');
});

test.run();
