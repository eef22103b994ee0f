import type { SecretBox } from '../../kit/secret-box.ts'
import { passesFor } from '../../kit/person-words.ts'
import { destroyOwnKeys, destroySubjectKey } from '../../kit/subject-seal.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { countNamingAddresses, forgetInRules } from '../../setup/ruleset/read-model.ts'
import { removeTokenJob } from '../vault/remove-token-job.ts'
import { erasePerson, type Subject } from './erase-store.ts'
import { forgetCaptured } from './forget-captured.ts'
import { evidenceNaming, isSharedId, merchantsAbove } from './sweep-store.ts'

type Unit = Pick<UnitOfWork, 'tx' | 'audit' | 'emit' | 'enqueue'>

/** What the rows of a table are, to whoever reads what was kept. */
const evidenceWords: Readonly<Record<string, string>> = {
  audit_entry: 'entries of the audit log',
  journal_entry: 'entries of the books',
  ledger_finding: 'findings of the check of the books',
  invoice: 'invoices',
  settlement_file: 'names of settlement files',
}

/** Everything the platform knows of a person goes, and whoever asked for it is told what stays and why. */
export async function eraseEverywhere(
  unit: Unit,
  { box, auditKey }: { readonly box: SecretBox; readonly auditKey: Buffer },
  subject: Subject,
) {
  const { tx } = unit
  const { merchantId, userId, pseudonym } = subject
  const above = await merchantsAbove(tx, merchantId)
  const isShared = await isSharedId(tx, subject)
  const { erased, words, names, tokens } = await erasePerson(tx, subject)
  const person = { userId, names }
  const rules =
    (await forgetInRules(unit, [merchantId], { passes: passesFor(person, pseudonym, true), pseudonym })) +
    (await forgetInRules(unit, above, { passes: passesFor(person, pseudonym, !isShared), pseudonym }))
  unit.enqueue(forgetCaptured(box, { merchantId, subject: pseudonym, words }))
  for (const token of tokens) unit.enqueue(removeTokenJob({ merchantId, ...token }))
  await destroySubjectKey(tx, merchantId, pseudonym)
  await destroyOwnKeys(tx, auditKey, names)
  const evidence = await evidenceNaming(tx, subject, names)
  const addresses = await countNamingAddresses(tx, [merchantId, ...above], names)
  const kept = [
    ...Object.entries(evidence).map(
      ([table, count]) => `Kept as evidence that names them: ${count} ${evidenceWords[table] ?? table}`,
    ),
    ...(addresses > 0 ? [`Rulesets that keep their network address, which others share: ${addresses}`] : []),
    ...(isShared
      ? ['Rules of merchants above keep the user id: another merchant has a user of that id']
      : []),
  ]
  return { erased: { ...erased, rules }, names, kept }
}
