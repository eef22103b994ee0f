import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { keepVersion } from '../../kit/history-store.ts'
import { defaultTemplates, demoOverrides, type DefaultTemplate } from './default-templates.ts'
import { insertMissing } from './store.ts'

/** The template merchant, from which everybody inherits. */
const templateMerchantId = 1000
const demoBrandId = 100010001

/** Gives the demo platform the templates it does not have yet, each as a first version with a history. */
export async function seedTemplates(unit: Pick<UnitOfWork, 'tx' | 'now' | 'newId'>): Promise<void> {
  for (const given of defaultTemplates) await seed(unit, templateMerchantId, given, 'Comes with the platform')
  for (const given of demoOverrides) await seed(unit, demoBrandId, given, 'A warmer tone for our players')
}

async function seed(
  { tx, now, newId }: Pick<UnitOfWork, 'tx' | 'now' | 'newId'>,
  merchantId: number,
  given: DefaultTemplate,
  note: string,
): Promise<void> {
  const record = {
    id: newId(),
    merchantId,
    version: 1,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    updatedBy: 'system',
    channel: null,
    url: null,
    description: null,
    subject: null,
    textContent: null,
    params: null,
    testCases: null,
    ...given,
  }
  const columns = {
    ...record,
    params: JSON.stringify(record.params),
    testCases: JSON.stringify(record.testCases),
  }
  if (!(await insertMissing(tx, columns))) return
  const version = { merchantId, entity: 'template', recordId: record.id, version: 1, note, record }
  await keepVersion(tx, { ...version, changeType: 'CREATE', by: 'system' }, now)
}
