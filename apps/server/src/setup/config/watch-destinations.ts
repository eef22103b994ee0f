import type { DestinationRules } from './data-destination.ts'
import type { Tx } from '../../kit/database.ts'
import { systemActor } from '../../kit/audit.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { perform, type KitDeps, type UnitOfWork } from '../../kit/unit-of-work.ts'
import { endAlerts, raiseAlert } from '../alert/read-model.ts'
import { addressesInUse } from '../psp/read-model.ts'
import { dataDestinationProblem, dataDestinationProblems } from './data-destination.ts'
import { destinationSource, isStillForgotten } from './destination-alerts.ts'
import { configForms } from './forms.ts'
import { allowedDataHosts } from './read-model.ts'
import { enabledDocuments } from './store.ts'

/** Something that is configured and gets nothing, because the platform does not allow its address. */
interface Refused {
  readonly merchantId: number
  readonly key: string
  readonly name: string
  readonly psp: string | null
  readonly why: string
}

async function refusedDocuments(tx: Tx, rules: DestinationRules): Promise<Refused[]> {
  const forms = new Map((await configForms(tx)).map((form) => [`${form.type} ${form.provider}`, form]))
  return (await enabledDocuments(tx)).flatMap(({ merchantId, id, type, provider, name, document }) => {
    const fields = forms.get(`${type} ${provider}`)?.fields ?? []
    const [problem] = dataDestinationProblems(fields, document, rules)
    const psp = type === 'ProviderConfig' ? provider : null
    return problem ? [{ merchantId, key: `${type} ${id}`, name, psp, why: problem.message }] : []
  })
}

async function refusedPsps(tx: Tx, rules: DestinationRules): Promise<Refused[]> {
  return (await addressesInUse(tx, rules.production)).flatMap(({ merchantId, psp, name, address }) => {
    const why = address ? dataDestinationProblem(address, rules) : undefined
    return why === undefined ? [] : [{ merchantId, key: `psp ${psp}`, name, psp, why }]
  })
}

/** Whoever is still configured and was taken off the list is told of at once, not when the first payment fails. */
export async function watchDestinations(unit: UnitOfWork, production: boolean): Promise<void> {
  const rules = { production, allowedHosts: await allowedDataHosts(unit.tx) }
  const refused = [...(await refusedDocuments(unit.tx, rules)), ...(await refusedPsps(unit.tx, rules))]
  for (const { merchantId, key, name, psp, why } of refused)
    await raiseAlert(unit, {
      merchantId,
      source: destinationSource,
      key,
      severity: 'CRITICAL',
      title: `Payments are no longer sent to ${name}`,
      body: `${why}. Payments that need it are rerouted or declined. Configure another address, or have the host added to the platform settings.`,
      psp,
    })
  const told = new Set(refused.map(({ key }) => key))
  const isForgotten = isStillForgotten(await enabledDocuments(unit.tx))
  await endAlerts(unit, {
    source: destinationSource,
    isOver: (key) => !told.has(key) && !isForgotten(key),
  })
}

/** Addresses and lists change in many ways; what was mended is over by the next time somebody looks. */
export const watchDestinationsJob = (deps: KitDeps, production: boolean): PeriodicJob => ({
  name: 'data-destinations',
  title: 'Destinations of card and identity data',
  schedule: { everySeconds: 3600 },
  atStart: 'always',
  run: async () => {
    await perform(deps, systemActor, (unit) => watchDestinations(unit, production))
    return 'Looked through'
  },
})
