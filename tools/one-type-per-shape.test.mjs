// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, sourceFiles } from './repository.mjs'

/**
 * A wire shape is declared once: the schema is the type, by `z.infer`. A cast of a schema to a type beside it compiles
 * whatever the two say, and a member only one of them has is dropped on the wire in silence.
 *
 * The few places that have to say to the compiler what it cannot know, and why it cannot.
 * @type {Readonly<Record<string, { readonly times: number, readonly why: string }>>}
 */
const allowed = {
  'apps/server/src/people/identity/security-keys.ts': {
    times: 2,
    why: 'What a security key answers is checked member by member by the library whose types these are',
  },
  'apps/server/src/setup/ruleset/bad-input.test.ts': {
    times: 1,
    why: 'Sends on purpose what the type forbids',
  },
  'apps/web/src/kit/charts/map-drawing.tsx': {
    times: 1,
    why: 'A file of data whose words TypeScript reads as any text',
  },
  'apps/web/src/kit/session/security-key.ts': {
    times: 2,
    why: 'Options go to the browser as the server made them; the library has its own types for them',
  },
  'apps/web/src/shell/live/service-worker.test.ts': {
    times: 1,
    why: 'Stands in for an object of the browser of which one member is used',
  },
  'apps/web/src/shell/live/use-live-events.test.ts': {
    times: 1,
    why: 'Stands in for an object of the browser of which some members are used',
  },
}

/** Where schemas are cast: what is built in a loop from a declaration has the type that follows from it. */
const castsOfSchemas = {
  'packages/model/src/field/schema-of.ts': 1,
  'packages/model/src/template-language/template-schema.ts': 2,
  'packages/model/src/text/plain-problem.test.ts': 1,
}

const throughUnknown = /\bas\s+unknown\s+as\b/g
const ofSchema = /\bas\s+(?:z\.)?(?:Schema|ZodMini\w+)\b/g

const isSource = (/** @type {string} */ path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts')
const files = sourceFiles(['packages', 'apps', 'e2e', 'bench'], isSource)

/** @param {RegExp} pattern */
const timesIn = (pattern) =>
  Object.fromEntries(
    files.flatMap((path) => {
      const found = readFileSync(join(root, path), 'utf8').match(pattern)
      return found ? [[path, found.length]] : []
    }),
  )

it('nothing is cast through unknown, but for the few that say why', () => {
  expect(timesIn(throughUnknown)).toEqual(
    Object.fromEntries(Object.entries(allowed).map(([path, { times }]) => [path, times])),
  )
})

it('schemas are not cast to types beside them', () => {
  expect(timesIn(ofSchema)).toEqual(castsOfSchemas)
})

it('finds what it looks for', () => {
  expect('z.object({}) as unknown as Schema<Alert>').toMatch(throughUnknown)
  expect('z.object({})\n  as unknown\n  as Alert').toMatch(throughUnknown)
  expect('summary as z.ZodMiniType').toMatch(ofSchema)
  expect('inputSchema(field) as Schema<string>').toMatch(ofSchema)
  expect('const known = value as Alert').not.toMatch(throughUnknown)
})
