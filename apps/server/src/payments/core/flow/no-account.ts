import { StatusNo } from '@signalbox/model/reference/status-no'
import type { PspOutcome } from '../../connectors/psp-outcome.ts'

/**
 * Somebody switched the account off after it was decided to send, and before it was sent. What may have been sent before
 * a crash is in doubt: nobody can be asked any more.
 */
export function noAccountAnyMore(now: Date, recovering: boolean): PspOutcome {
  const log = {
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
    failure: 'The account is no longer configured',
  } as const
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
