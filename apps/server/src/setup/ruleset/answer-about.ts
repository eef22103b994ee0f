import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import type { ReplayStrategy, Work } from '../../kit/handle.ts'
import { JsonText } from '../../kit/json-text.ts'
import { rulesetToEdit } from './access.ts'
import { currentTextOf, type LockedRuleset } from './locked-ruleset.ts'
import type { RulesetKey } from './ruleset-tables.ts'

export const asWork = (work: unknown) => work as Work

/** The ruleset as it is. Rows leave as they are stored: to read and write ten thousand again would hold everybody up. */
export async function answerAbout(
  { tx, scope }: Pick<Work, 'tx' | 'scope'>,
  { merchantId, id }: RulesetKey,
): Promise<RulesetInFull> {
  const key = { merchantId, id }
  return JsonText.of(await currentTextOf(tx, key, scope), key)
}

/** Of a ruleset that was changed only its name is kept; a second try is answered with what it is by then. */
export const asItIsNow: ReplayStrategy<RulesetInFull> = {
  toStored: (reply: unknown) => (reply as JsonText).about,
  fromStored: (work, kept) => answerAbout(work, kept as RulesetKey),
}

/** Does something to a ruleset of the merchant and answers with what it is then. */
export async function change(work: Work, id: string, body: (locked: LockedRuleset) => Promise<unknown>) {
  const locked = await rulesetToEdit(work, id)
  await body(locked)
  return answerAbout(work, locked.ruleset)
}
