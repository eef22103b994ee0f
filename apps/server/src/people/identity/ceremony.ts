import type { Tx } from '../../kit/database.ts'
import { lockCeremony, putCeremony, type CeremonyPlace } from './ceremony-store.ts'
import type { IdentityDeps } from './deps.ts'

/** A secret that was handed out and a question that was asked, each waiting for its answer. */
export type Ceremony =
  | { readonly kind: 'authenticator'; readonly secret: string }
  | { readonly kind: 'register-key'; readonly challenge: string }
  | { readonly kind: 'assert-key'; readonly challenge: string }

export const ceremonyPurpose = 'identity ceremony'
const lifetimeMs = 10 * 60_000

export const sessionOwner = (id: string): string => `session:${id}`
export const attemptOwner = (tokenHash: string): string => `attempt:${tokenHash}`

const ownerOf = (place: CeremonyPlace) =>
  place.kind === 'session' ? sessionOwner(place.id) : attemptOwner(place.tokenHash)

interface Begun {
  readonly ceremony: Ceremony
  readonly endsAt: number
}
/** One of each kind: whoever proves who they are in the middle of an enrolment goes on with it. */
type AllBegun = Readonly<Partial<Record<Ceremony['kind'], Begun>>>

async function readAll(deps: IdentityDeps, tx: Tx, place: CeremonyPlace): Promise<AllBegun> {
  const sealed = await lockCeremony(tx, place)
  if (sealed === null) return {}
  return JSON.parse(deps.secrets.open(ceremonyPurpose, ownerOf(place), sealed)) as AllBegun
}

const seal = (deps: IdentityDeps, place: CeremonyPlace, begun: AllBegun): string =>
  deps.secrets.seal(ceremonyPurpose, ownerOf(place), JSON.stringify(begun))

/** A new ceremony takes the place of one of its kind that was not finished. */
export async function beginCeremony(
  deps: IdentityDeps,
  tx: Tx,
  place: CeremonyPlace,
  ceremony: Ceremony,
): Promise<void> {
  const begun = { ceremony, endsAt: deps.now().getTime() + lifetimeMs }
  const all = { ...(await readAll(deps, tx, place)), [ceremony.kind]: begun }
  await putCeremony(tx, place, seal(deps, place, all))
}

/** The ceremony of this kind that waits for its answer. It stays locked until the transaction ends. */
export async function pendingCeremony<K extends Ceremony['kind']>(
  deps: IdentityDeps,
  tx: Tx,
  place: CeremonyPlace,
  kind: K,
): Promise<Extract<Ceremony, { kind: K }> | null> {
  const begun = (await readAll(deps, tx, place))[kind]
  if (!begun || begun.endsAt <= deps.now().getTime()) return null
  return begun.ceremony as Extract<Ceremony, { kind: K }>
}

/** An answer counts once. */
export async function endCeremony(
  deps: IdentityDeps,
  tx: Tx,
  place: CeremonyPlace,
  kind: Ceremony['kind'],
): Promise<void> {
  const { [kind]: _ended, ...rest } = await readAll(deps, tx, place)
  await putCeremony(tx, place, seal(deps, place, rest))
}
