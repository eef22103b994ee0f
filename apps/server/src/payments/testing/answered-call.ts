import type { CallLog, CallTarget } from '../connectors/call-log.ts'

/** A call as it is logged, for outside worlds that are not really called. */
export const answeredCall = (target: CallTarget = 'PSP', url = 'psp'): CallLog => ({
  target,
  method: 'POST',
  url,
  requestHeaders: {},
  requestBody: '{}',
  status: 200,
  responseHeaders: {},
  responseBody: '{}',
  at: new Date().toISOString(),
  latencyMs: 1,
  failure: null,
})
