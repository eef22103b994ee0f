import type { SecretBox } from '../../kit/secret-box.ts'
import type { Tx } from '../../kit/database.ts'
import { destroyOwnKeys, destroySubjectKey } from '../../kit/subject-seal.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { countNamingAddresses, forgetInRules } from '../../setup/ruleset/read-model.ts'
import { removeTokenJob } from '../vault/remove-token-job.ts'
import { erasePerson, type Subject } from './erase-store.ts'
import { forgetCaptured } from './forget-captured.ts'
import { evidenceNaming, merchantsAbove, passesOf } from './sweep-store.ts'
import { wordsOf, type TheirWords } from './words-store.ts'

type Unit = Pick<UnitOfWork, 'tx' | 'audit' | 'emit' | 'enqueue'>

/** What the rows of a table are, to whoever reads what was kept. */
const evidenceWords: Readonly<Record<string, string>> = {
  audit_entry: 'entries of the audit log',
  journal_entry: 'entries of the books',
  ledger_finding: 'findings of the check of the books',
  invoice: 'invoices',
  settlement_file: 'names of settlement files',
}

/** Notes of the log that name the person can be read by nobody any more. At other merchants another person is meant. */
export async function forgetNotes(
  tx: Tx,
  auditKey: Buffer,
  merchantId: number,
  { here, alone }: TheirWords,
): Promise<void> {
  await destroyOwnKeys(tx, auditKey, [merchantId], here)
  await destroyOwnKeys(tx, auditKey, await merchantsAbove(tx, merchantId), alone)
}

/** Everything the platform knows of a person goes, and whoever asked for it is told what stays and why. */
export async function eraseEverywhere(
  unit: Unit,
  { box, auditKey }: { readonly box: SecretBox; readonly auditKey: Buffer },
  subject: Subject,
) {
  const { tx } = unit
  const { merchantId, pseudonym } = subject
  const words = await wordsOf(tx, subject)
  const above = await merchantsAbove(tx, merchantId)
  const { here, anywhere } = passesOf(words, pseudonym)
  const { erased, tokens } = await erasePerson(tx, subject, words)
  const rules =
    (await forgetInRules(unit, [merchantId], { passes: here, pseudonym })) +
    (await forgetInRules(unit, above, { passes: anywhere, pseudonym }))
  const theirs = words.addresses.filter((address) => words.alone.includes(address))
  unit.enqueue(forgetCaptured(box, { merchantId, subject: pseudonym, words: theirs }))
  for (const token of tokens) unit.enqueue(removeTokenJob({ merchantId, ...token }))
  await destroySubjectKey(tx, merchantId, pseudonym)
  await forgetNotes(tx, auditKey, merchantId, words)
  const evidence = await evidenceNaming(tx, subject, words)
  const addresses = await countNamingAddresses(tx, [merchantId, ...above], words.all)
  const shared = words.all.filter((word) => word !== words.userId && !words.alone.includes(word)).length
  const kept = [
    ...Object.entries(evidence).map(
      ([table, count]) => `Kept as evidence that names them: ${count} ${evidenceWords[table] ?? table}`,
    ),
    ...(addresses > 0 ? [`Rulesets that keep their network address, which others share: ${addresses}`] : []),
    ...(shared > 0
      ? [
          `Names and addresses that other users have too, kept in texts and rules that may mean those: ${shared}`,
        ]
      : []),
    ...(words.isSharedId
      ? ['Rules of merchants above keep the user id: another merchant has a user of that id']
      : []),
  ]
  return { erased: { ...erased, rules }, kept }
}
