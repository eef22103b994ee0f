import type { LogoRow } from '@signalbox/model/calls/payment-method'
import { paymentMethodLogo } from '@signalbox/model/entities/payment-method-logo'
import { providerTypeLabels } from '@signalbox/model/reference/transaction-types'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { Resource } from '../../kit/resource.ts'
import { pspNames } from '../psp/read-model.ts'
import { methodsOffered } from '../ruleset/read-model.ts'
import { defaultHash } from './default-logos.ts'
import { readLogo } from './logo-picture.ts'
import { logoAmong, logoPath } from './read-model.ts'
import { countingLogos, keepPicture, type CountingLogo } from './store.ts'

const logos = new Resource(paymentMethodLogo)

interface Method {
  readonly method: string
  readonly service: string | null
  readonly label: string
}

/** As rules name it. */
const idOf = ({ method, service }: Pick<Method, 'method' | 'service'>): string =>
  service === null ? method : `${method}:${service}`

/** Every method, and every service of a PSP that the cashier can show as a method of its own. */
async function methodsOf(work: Work): Promise<Method[]> {
  const psps = (await pspNames(work.tx)).filter(({ status }) => status !== 'DRAFT')
  const services = new Map(psps.flatMap((psp) => psp.services).map((each) => [each.service, each]))
  return Object.entries(providerTypeLabels).flatMap(([method, label]): Method[] => [
    { method, service: null, label },
    ...[...services.values()]
      .filter(({ providerType }) => providerType === method)
      .map((each) => ({ method, service: each.service, label: `${label}: ${each.label}` })),
  ])
}

interface Seen {
  readonly product: string
  readonly counting: readonly CountingLogo[]
  readonly offered: ReadonlySet<string>
  readonly selected: number
}

function rowOf({ method, service, label }: Method, { product, counting, offered, selected }: Seen): LogoRow {
  const logo = logoAmong(counting, method, service)
  // The logo of its method is shown for a service, but it is not the service's own.
  const isOwn = logo?.merchantId === selected && logo.service === service
  return {
    id: idOf({ method, service }),
    method,
    service,
    label,
    url: logoPath(product, logo?.hash ?? defaultHash(method)),
    merchantId: logo?.merchantId ?? null,
    inherited: logo !== undefined && !isOwn,
    version: logo && isOwn ? logo.version : null,
    updatedAt: logo?.updatedAt ?? null,
    updatedBy: logo?.updatedBy ?? null,
    enabled: offered.has(idOf({ method, service })),
  }
}

async function seenBy(work: Work, product: string): Promise<Seen> {
  const { selected, chain } = work.scope
  return {
    product,
    selected,
    counting: await countingLogos(work.tx, selected),
    offered: await methodsOffered(work.tx, chain),
  }
}

/** Those the rules offer to somebody, or all there are. */
export async function listLogos(work: Work, product: string, all: boolean): Promise<LogoRow[]> {
  const seen = await seenBy(work, product)
  const rows = (await methodsOf(work)).map((method) => rowOf(method, seen))
  return all ? rows : rows.filter(({ enabled }) => enabled)
}

async function requireMethod(work: Work, id: string): Promise<Method> {
  const found = (await methodsOf(work)).find((each) => idOf(each) === id)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

export async function logoOf(work: Work, { product, id }: Named): Promise<LogoRow> {
  return rowOf(await requireMethod(work, id), await seenBy(work, product))
}

const ownLogo = async (work: Work, { method, service }: Method): Promise<CountingLogo | undefined> =>
  (await countingLogos(work.tx, work.scope.selected)).find(
    (logo) => logo.merchantId === work.scope.selected && logo.method === method && logo.service === service,
  )

interface Named {
  readonly product: string
  readonly id: string
}

interface Upload {
  readonly image: string
  readonly version: number | null
  readonly note?: string | undefined
}

export async function uploadLogo(
  work: Work,
  named: Named,
  { image, version, note }: Upload,
): Promise<LogoRow> {
  const method = await requireMethod(work, named.id)
  const picture = readLogo(image)
  const current = await ownLogo(work, method)
  if ((current?.version ?? null) !== version)
    throw new Refusal('VERSION_CONFLICT', { current: { id: named.id } })
  await keepPicture(work.tx, picture, work.now)
  const { hash, width, height } = picture
  const content = { hash, width, height, note }
  if (current) await logos.update(work, current.id, { ...content, version: current.version })
  else await logos.create(work, { ...content, method: method.method, service: method.service })
  return rowOf(method, await seenBy(work, named.product))
}

/** What the merchant uploaded is taken away; what it inherits, or our drawing, counts again. */
export async function resetLogo(work: Work, named: Named, version: number | undefined): Promise<LogoRow> {
  const method = await requireMethod(work, named.id)
  const current = await ownLogo(work, method)
  if (!current) throw new Refusal('INVALID_STATE', { message: 'There is no logo of this merchant to reset.' })
  if (version !== undefined && version !== current.version)
    throw new Refusal('VERSION_CONFLICT', { current: { id: named.id } })
  await logos.remove(work, current.id, version, undefined)
  return rowOf(method, await seenBy(work, named.product))
}
