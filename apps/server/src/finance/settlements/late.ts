import { lateAfterDays, leastPayouts, undecidedDays } from '@signalbox/model/settlements/late-file'
import { counted } from '@signalbox/model/text/counted'
import type { Tx } from '../../kit/database.ts'
import type { KeptSource, StandingTrouble } from '../../setup/alert/read-model.ts'
import { owesFile, payoutRhythms, undecidedBatches } from './late-store.ts'
import { merchantsBelow } from './match-store.ts'

const dayMs = 86_400_000

export const lateFiles: KeptSource = {
  source: 'SETTLEMENT_LATE',
  many: (count) => ({
    title: `Settlement files are late for ${counted(count, 'account')}`,
    body: 'Their PSPs have sent none for clearly longer than usual.',
  }),
}

/**
 * Accounts whose PSP sent no settlement file for clearly longer than it usually takes, and owes one: payments have waited
 * for it as long. An account that is not used is not late.
 */
export async function findLateFiles(tx: Tx, now: Date): Promise<StandingTrouble[]> {
  const troubles: StandingTrouble[] = []
  for (const rhythm of await payoutRhythms(tx)) {
    const { merchantId, psp, pspAccount, lastOn, coveredTo, payouts, usualDays } = rhythm
    if (payouts < leastPayouts) continue
    const before = new Date(now.getTime() - lateAfterDays(usualDays) * dayMs)
    if (Date.parse(lastOn) + dayMs > before.getTime()) continue
    const account = { merchants: await merchantsBelow(tx, merchantId), psp, pspAccount }
    if (!(await owesFile(tx, account, { after: new Date(coveredTo), before }))) continue
    troubles.push({
      merchantId,
      key: `${psp}/${pspAccount}`,
      title: `Settlement file is late: ${psp} · ${pspAccount}`,
      body: `The last payout with a file was on ${lastOn}. This account usually pays out every ${usualDays === 1 ? 'day' : `${usualDays} days`}.`,
      psp,
    })
  }
  return troubles
}

export const undecidedSettlements: KeptSource = {
  source: 'SETTLEMENT_UNDECIDED',
  many: (count) => ({
    title: `${counted(count, 'settlement batch has', 'settlement batches have')} not been accepted`,
    body: `They were imported more than ${undecidedDays} days ago.`,
  }),
}

/** Batches that nobody accepted or rejected for long. */
export async function findUndecided(tx: Tx, now: Date): Promise<StandingTrouble[]> {
  const batches = await undecidedBatches(tx, new Date(now.getTime() - undecidedDays * dayMs))
  return batches.map(({ merchantId, id, psp, batchRef, payoutDate, importedOn }) => ({
    merchantId,
    key: id,
    title: `Settlement batch ${batchRef} has not been accepted`,
    body: `${psp} paid it out on ${payoutDate}; the file was imported on ${importedOn}.`,
    psp,
    subject: id,
  }))
}
