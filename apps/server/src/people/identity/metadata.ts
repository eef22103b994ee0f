import { locales } from '@signalbox/model/reference/locales'
import { Refusal } from '@signalbox/model/text/refusal'
import { authorityOf } from '@signalbox/model/access/roles'
import type { MerchantBlock, Metadata } from '@signalbox/model/access/session'
import { statusCodes, txStatuses } from '@signalbox/model/reference/status-codes'
import { currentHorizon } from '../../kit/events/outbox-reader.ts'
import { writeResumePoint } from '../../kit/events/resume-point.ts'
import type { Work } from '../../kit/handle.ts'
import type { ScopedMerchant } from '../../kit/scope.ts'
import { legacyVersion, version } from '../../version.ts'
import type { IdentityDeps } from './deps.ts'
import { merchantBlock } from './merchant-store.ts'
import { sessionTimes } from './session-service.ts'
import { sessionById } from './session-store.ts'

const toNode = ({ id, name, parentId, level, state }: ScopedMerchant) => ({
  id,
  name,
  parentId,
  level,
  state,
})

const fixedEnums: Omit<Metadata['enums'], 'psps'> = {
  states: txStatuses,
  statusCodes: statusCodes.map(({ no, code, status, text }) => ({ no, name: code, state: status, text })),
  locales,
}

/** The shop is part of the demo, and served by the simulated world. */
const cashierOf = ({ config: { demo, sandboxUrl } }: IdentityDeps): Pick<Metadata, 'cashierUrl'> =>
  demo && sandboxUrl !== undefined ? { cashierUrl: `${sandboxUrl}/cashier` } : {}

async function metadataAt(
  deps: IdentityDeps,
  work: Work,
  selected: ScopedMerchant | undefined,
  merchant?: MerchantBlock,
): Promise<Metadata> {
  const { user, inScope } = work
  const session = await sessionById(work.tx, user.sessionId)
  if (!session) throw new Refusal('UNAUTHENTICATED')
  const has = (role: (typeof user.roles)[number]) => user.roles.includes(role)
  return {
    version,
    legacyVersion,
    environment: deps.config.environment,
    product: deps.config.product,
    ...cashierOf(deps),
    serverTime: work.now.toISOString(),
    liveSince: writeResumePoint(await currentHorizon(work.tx), work.now),
    user: {
      id: user.id,
      username: user.username,
      displayName: user.displayName,
      homeMerchantId: user.homeMerchantId,
      authorities: user.roles.map(authorityOf),
      attributes: {
        masterMerchant: selected?.level === 0,
        hasMasterMerchant: inScope.some((each) => each.level === 0),
        analyticsUser: has('ANALYTICS') || has('ANALYTICS_ADMIN'),
        internalUser: user.internalUser,
        experimentalUser: has('EXPERIMENTAL_FEATURES'),
      },
    },
    enums: { ...fixedEnums, psps: user.roles.length === 0 ? [] : await deps.pspNames(work.tx) },
    session: sessionTimes(session),
    merchants: inScope.map(toNode),
    ...(merchant && { merchant }),
  }
}

/** Without a merchant in the path the console begins at home, or at the first merchant the person may see. */
export function metadata(deps: IdentityDeps, work: Work): Promise<Metadata> {
  const home = work.inScope.find(({ id }) => id === work.user.homeMerchantId)
  return metadataAt(deps, work, home ?? work.inScope[0])
}

export async function merchantMetadata(
  deps: IdentityDeps,
  work: Work,
  merchantId: number,
): Promise<Metadata> {
  const selected = work.inScope.find(({ id }) => id === merchantId)
  const block = selected && (await merchantBlock(work.tx, merchantId))
  if (!block) throw new Refusal('OUT_OF_SCOPE')
  return metadataAt(deps, work, selected, block)
}
