import type { IntegrationTest } from '@signalbox/model/calls/merchant-checklist'
import type { MerchantOutcome, VerifiedUser } from './merchant-client.ts'

/** A system that refuses a user has answered: it was reached, and it speaks as it should. */
function messageOf(outcome: MerchantOutcome<VerifiedUser>): string {
  switch (outcome.kind) {
    case 'accepted':
      return 'It knows the user'
    case 'refused':
      return `It refused the user: ${outcome.errMsg ?? outcome.errCode ?? 'without a reason'}`
    case 'invalid':
      return 'Its answer cannot be read'
    case 'noAnswer':
      return outcome.log.failure ?? `It answered with HTTP ${outcome.log.status}`
  }
}

export function integrationTestOf(outcome: MerchantOutcome<VerifiedUser>): IntegrationTest {
  const { url, requestBody, status, responseBody, latencyMs } = outcome.log
  return {
    ok: outcome.kind === 'accepted' || outcome.kind === 'refused',
    message: messageOf(outcome),
    ms: Math.round(latencyMs),
    url,
    request: requestBody,
    status,
    response: responseBody,
  }
}
