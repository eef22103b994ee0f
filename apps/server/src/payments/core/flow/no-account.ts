import { StatusNo } from '@signalbox/model/reference/status-no'
import type { CallLog } from '../../connectors/call-log.ts'
import type { PspOutcome } from '../../connectors/psp-outcome.ts'

const unsentLog = (now: Date, failure: string): CallLog => ({
  target: 'PSP',
  method: 'POST',
  url: '',
  requestHeaders: {},
  requestBody: '',
  status: null,
  responseHeaders: {},
  responseBody: '',
  at: now.toISOString(),
  latencyMs: 0,
  failure,
})

/** The network took the token back after it was decided to send it: nothing is sent, and the card number may be. */
export const noTokenAnyMore = (now: Date): PspOutcome => ({
  kind: 'declined',
  statusNo: StatusNo.ERR_DECLINED_SCHEME_TOKEN_INVALID,
  pspRefId: null,
  pspCode: 'NOT_SENT',
  pspMessage: 'The network token may not be used any more',
  log: unsentLog(now, 'The network token may not be used any more'),
})

/**
 * Somebody switched the account off after it was decided to send, and before it was sent. What may have been sent before
 * a crash is in doubt: nobody can be asked any more.
 */
export function noAccountAnyMore(now: Date, recovering: boolean): PspOutcome {
  const log = unsentLog(now, 'The account is no longer configured')
  const said = { pspRefId: null, pspCode: null, pspMessage: null }
  return recovering
    ? { kind: 'unknown', reason: 'io', statusNo: StatusNo.ERR_IO_EXCEPTION, ...said, log }
    : {
        kind: 'notSent',
        reason: 'config',
        statusNo: StatusNo.ERR_DECLINED_PROVIDER_ACCOUNT_CONFIG_ERROR,
        log,
      }
}
