import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Transaction } from '../record/transaction.ts'
import { closedStatusNo, closingWindows } from './maintenance.ts'
import type { StepContext } from './step-context.ts'

/** What of a transaction says who its PSP is, and which maintenance is about it. */
export type AtPsp = Pick<
  Transaction,
  'merchantId' | 'psp' | 'pspAccount' | 'method' | 'userId' | 'providerType' | 'pspService' | 'bic'
>

/** Where it is asked whether a PSP can be spoken with. */
export type PspSource = Pick<StepContext, 'psp' | 'pspAccount'>

/** And whether it takes anything now. */
export type OpenPspSource = PspSource & Pick<StepContext, 'windows'>

/** Why nothing can be sent to a PSP, in words and as the code of what fails for it. */
interface Unreachable {
  readonly statusNo: number
  readonly info: string
  readonly maintenanceId?: string
}

/** Why nobody can speak with the PSP of a transaction for its merchant. */
export async function whyNotConfigured(
  source: PspSource,
  { merchantId, psp, pspAccount }: Pick<AtPsp, 'merchantId' | 'psp' | 'pspAccount'>,
): Promise<Unreachable | undefined> {
  const settings = await source.psp(psp ?? '')
  if (!settings)
    return {
      statusNo: StatusNo.ERR_DECLINED_PROVIDER_NOT_ENABLED,
      info: `${psp} is no longer in the catalogue`,
    }
  const account = await source.pspAccount(merchantId, psp ?? '', pspAccount ?? '')
  const why = account ? account.refused : `${settings.name} is no longer configured`
  return why === undefined
    ? undefined
    : { statusNo: StatusNo.ERR_DECLINED_PROVIDER_ACCOUNT_CONFIG_ERROR, info: why }
}

/** The maintenance during which a PSP takes nothing. What half-open windows let through is found out when it is sent. */
export async function whyClosed(source: OpenPspSource, at: AtPsp): Promise<Unreachable | undefined> {
  const direction = at.method === 'WITHDRAWAL' ? 'WITHDRAWAL' : 'DEPOSIT'
  const closing = await closingWindows({ tx: at, direction }, source, ({ kind }) => kind === 'FIXED')
  const window = closing(at.psp ?? '')
  if (!window) return undefined
  const name = (await source.psp(at.psp ?? ''))?.name ?? at.psp
  const until = window.endAt ? ` until ${window.endAt}` : ''
  return {
    statusNo: closedStatusNo(window),
    info: `${name} is under maintenance${until}: ${window.title}`,
    maintenanceId: window.id,
  }
}

/** Why nothing can be sent to the PSP of a transaction now. */
export const whyNothingSent = async (source: OpenPspSource, at: AtPsp): Promise<Unreachable | undefined> =>
  (await whyNotConfigured(source, at)) ?? whyClosed(source, at)

/** Why the PSP of a transaction cannot be asked how it stands. Asking moves nothing, so maintenance does not matter. */
export async function whyNotQueried(
  source: PspSource,
  at: Pick<AtPsp, 'merchantId' | 'psp' | 'pspAccount'>,
): Promise<string | undefined> {
  const why = await whyNotConfigured(source, at)
  if (why) return why.info
  const settings = await source.psp(at.psp ?? '')
  return settings?.capabilities.has('STATUS_QUERY')
    ? undefined
    : `${settings?.name} does not support status queries`
}
