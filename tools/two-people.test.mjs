// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, sourceFiles } from './repository.mjs'

/** The one comparison, and the pure rules of approvals, which use the comparison. */
const knowTheRule = ['packages/model/src/access/people.ts', 'packages/model/src/payments/approval-rules.ts']
const isProduct = (/** @type {string} */ path) =>
  /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path)
const product = () => sourceFiles(['apps/server/src', 'packages'], isProduct)
const textOf = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')

it('nobody refuses for want of a second person but by comparing people', () => {
  const found = product().filter((path) => /['"`]FOUR_EYES['"`]/.test(textOf(path)))
  expect(found).toEqual(knowTheRule)
})

/** Who did something before, by the names such fields have. */
const earlier = String.raw`(?:\w*(?:[aA]sked|[pP]roposed|[sS]ubmitted|[rR]equested|[eE]ntered|[aA]pproved)By\w*|\w*[aA]pproverId\w*|editorIds|pendingEmailBy)`
const account = String.raw`(?:user|operator|actor|approver|caller)\.(?:id|username|name|clientId)`
const ownComparison = new RegExp(
  String.raw`${earlier}[^\n]{0,30}(?:[=!]==|\.includes\()\s*(?:\w+\.)?${account}|${account}\s*[=!]==\s*[^\n]{0,30}${earlier}`,
)

it('nobody compares who asked with who decides by their accounts', () => {
  expect('if (row.askedBy === work.user.username) throw x').toMatch(ownComparison)
  expect('if (open.editorIds.includes(work.user.id)) throw x').toMatch(ownComparison)
  // Authors take their own version or change set back, which is no second person's business.
  const ownWork = [
    'apps/server/src/setup/ruleset/approvals.ts',
    'apps/server/src/setup/ruleset/change-sets/decide-set.ts',
  ]
  const found = product().filter((path) => ownComparison.test(textOf(path)))
  expect(found).toEqual(ownWork)
})
