// @ts-check
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, sourceFiles } from './repository.mjs'

/**
 * Names that were figures of speech and have a term of art now. Nobody finds a semaphore by looking for a turnstile. The
 * words and what to say instead: /docs/glossary.md.
 */

/** Endings and whole names of types that say nothing: `<Thing>Deps`, `<Thing>Input`, or no type at all. */
const retiredType =
  /\b(?:interface|type|class)\s+(\w*(?:Parts|Desk|World|Outside|Wish|Wishes|Story)|Given|Asked|Told|Known|Said|Found|Looked|Held|Edition)\b(?=\s*(?:<|=|\{|extends|implements))/g

/** Wherever they stand, in a comment as well. @type {Readonly<Record<string, string>>} */
const retiredNames = {
  Turnstiles: 'KeyedSemaphores',
  Turnstile: 'Semaphore',
  takeTurn: 'lockByName',
  PatientCache: 'StaleWhileRevalidateCache',
  TookTooLong: 'TimeoutError',
  SpentRows: 'ExpiredRows',
  SecondTry: 'ReplayStrategy',
  dieAt: 'crashAt',
  ReachPoint: 'FailpointHook',
  mayComeFrom: 'isAllowedIp',
  databaseWorld: 'databaseContext',
  databaseDesk: 'databaseCallContext',
  openOutside: 'openExternalServices',
  scriptedOutside: 'scriptedServices',
  RuleBook: 'ActiveRules',
  ruleBook: 'activeRules',
  SettingsBook: 'SettingsCache',
  ReferenceBook: 'ReferenceCache',
  Workshop: 'RulesetWorker',
  workshop: 'worker',
  applyParked: 'applyDeferredCallbacks',
  blankTransaction: 'newTransaction',
  tellHistory: 'seedHistory',
  openShops: 'startDemoTraffic',
  bringTraffic: 'setTraffic',
  startOutsideWorld: 'startSandbox',
  wheres: 'whereClause',
  veiled: 'masked',
  veilFor: 'maskFor',
  hider: 'maskFor',
}
const anyRetired = new RegExp(String.raw`\b(?:${Object.keys(retiredNames).join('|')})\b`, 'g')

/** Members of a payment and of the unit of work. */
const retiredCall = /\b(?:payment\.(?:tell|blame|remember|forget)|work\.(?:apart|discarded))\(/g

const retiredFile =
  /(?:^|-)(?:desk|world|outside|turnstiles?|workshop|veil|veiled|rule-book|patient-cache|spent|story)(?=[-.])|-parts\.ts$|^held\.ts$/

/** Names of the wire, which cannot change. @type {Readonly<Record<string, string>>} */
const allowed = {
  'packages/model/src/entities/case.ts CaseDesk': 'the filter `desk` of the list of cases',
}

/** @param {{ path: string, text: string }} source @returns {string[]} */
const retiredIn = ({ path, text }) => [
  ...(retiredFile.test(basename(path)) ? [basename(path)] : []),
  ...[...text.matchAll(retiredType)].map(([, name = '']) => name),
  ...[...text.matchAll(anyRetired)].map(([name]) => name),
  ...[...text.matchAll(retiredCall)].map(([call]) => call),
]

describe('a name is the term of art', () => {
  it.each([
    ['a type that says nothing', 'export interface MachineParts {', ['MachineParts']],
    ['a whole name', 'type Given = string', ['Given']],
    ['a figure of speech', 'export class Turnstile {}', ['Turnstile']],
    ['a desk that is none', 'interface CallDesk extends Base {', ['CallDesk']],
    ['a member', 'payment.tell(info)', ['payment.tell(']],
    ['in a comment', '/** As the RuleBook has it. */', ['RuleBook']],
  ])('%s', (_what, text, found) => {
    expect(retiredIn({ path: 'apps/server/src/a.ts', text })).toEqual(found)
  })

  it.each(['call-desk.ts', 'turnstile.test.ts', 'held.ts', 'machine-parts.ts'])('a file: %s', (name) => {
    expect(retiredIn({ path: `apps/server/src/${name}`, text: '' })).toEqual([name])
  })

  it.each([
    'interface NotFound extends Ending {',
    'type KnownFacts = Facts',
    "import { type Desk } from './desk-of-somebody-else.ts'",
    'const parts = text.split(",")',
  ])('and this is none: %s', (text) => {
    expect(retiredIn({ path: 'apps/server/src/a.ts', text })).toEqual([])
  })
})

it('holds in the whole repository', () => {
  const isSource = (/** @type {string} */ path) =>
    /\.(?:tsx?|mjs)$/.test(path) && path !== 'tools/plain-names.test.mjs'
  const files = sourceFiles(['packages', 'apps', 'chaos', 'e2e', 'bench', 'tools'], isSource)
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.flatMap((path) =>
    retiredIn({ path, text: readFileSync(join(root, path), 'utf8') }).map((name) => `${path} ${name}`),
  )
  expect(found.filter((each) => !(each in allowed))).toEqual([])
  // What is allowed is still there.
  expect(found.filter((each) => each in allowed)).toEqual(Object.keys(allowed))
})
