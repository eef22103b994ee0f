import type { RulesetHeads, RulesetInFull } from '@signalbox/model/calls/ruleset'
import { Refusal } from '@signalbox/model/text/refusal'
import type { ReplayStrategy, Work } from '../../kit/handle.ts'
import { JsonText } from '../../kit/json-text.ts'
import { rulesetToEdit } from './access.ts'
import { currentHeadsOf, currentTextOf, type LockedRuleset, type Step } from './locked-ruleset.ts'
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

const shownIn = ({ open, active }: RulesetHeads) => open ?? active

/**
 * A save is answered without rows, because whoever sent the changes works them out. When somebody saved after them, a
 * second try is a conflict: their rows and the newer revision would belong to different rulesets.
 */
export const savedUnlessChangedSince: ReplayStrategy<RulesetHeads> = {
  toStored: (reply) => ({
    merchantId: reply.summary.merchantId,
    id: reply.summary.id,
    version: shownIn(reply)?.version,
    revision: shownIn(reply)?.revision,
  }),
  fromStored: async ({ tx, scope }, kept) => {
    const { version, revision, ...key } = kept as RulesetKey & Step
    const now = await currentHeadsOf(tx, key, scope)
    const shown = shownIn(now)
    if (shown?.version !== version || shown.revision !== revision)
      throw new Refusal('VERSION_CONFLICT', { current: { ruleset: key.id } })
    return now
  },
}

/** Does something to a ruleset of the merchant and answers with what it is then. */
export async function change(work: Work, id: string, body: (locked: LockedRuleset) => Promise<unknown>) {
  const locked = await rulesetToEdit(work, id)
  await body(locked)
  return answerAbout(work, locked.ruleset)
}
