import { systemActor } from '../../kit/audit.ts'
import { keepVersion } from '../../kit/history-store.ts'
import { perform, type KitDeps, type UnitOfWork } from '../../kit/unit-of-work.ts'
import { defaultTemplates, demoOverrides, type DefaultTemplate } from './default-templates.ts'
import { insertMissing, lockSeeded, saveSeeded, seededTemplates } from './store.ts'

/** The template merchant, from which everybody inherits. */
const templateMerchantId = 1000
const demoBrandId = 100010001

const nameOf = ({ type, templateType, locale }: DefaultTemplate): string =>
  `${type}/${templateType}/${locale}`

const unseeded = (seeded: readonly string[]): DefaultTemplate[] =>
  defaultTemplates.filter((given) => !seeded.includes(nameOf(given)))

/**
 * Gives the platform the templates that come with it, each once: those a new release brings along arrive at its first
 * start, and those somebody deleted stay deleted. Tells how many came.
 */
export async function seedDefaultTemplates(deps: KitDeps): Promise<number> {
  if (unseeded(await seededTemplates(deps.db)).length === 0) return 0
  const { value } = await perform(deps, systemActor, async (unit) => {
    const before = await lockSeeded(unit.tx)
    const missing = unseeded(before)
    for (const given of missing) await seed(unit, templateMerchantId, given, 'Comes with the platform')
    const names = missing.map(nameOf)
    await saveSeeded(unit.tx, [...before, ...names])
    if (names.length === 0) return 0
    unit.audit({
      merchantId: templateMerchantId,
      entityType: 'template',
      entityId: 'defaults',
      entityLabel: 'Templates of the platform',
      changeType: 'CREATE',
      action: 'SEED_TEMPLATES',
      after: { templates: names },
    })
    return names.length
  })
  return value
}

/** What a brand of the demo platform words in its own way. */
export async function seedDemoTemplates(unit: Pick<UnitOfWork, 'tx' | 'now' | 'newId'>): Promise<void> {
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
