import type { OutputReader } from '../output-reader.ts'
import { countText, everyText } from '../quantities.ts'
import type { Effect } from './effect.ts'
import { words } from '../lists.ts'

/** `EuroCard (account 3DS2, weight 70 among the rows with these conditions)`. */
function accountOf(outputs: OutputReader, nameKey: string, accountKey: string): string | undefined {
  const name = outputs.text(nameKey)
  const account = outputs.text(accountKey)
  const weight = outputs.text('weight')
  const details = [
    ...(account ? [`account ${account}`] : []),
    ...(weight ? [`weight ${weight} among the rows with these conditions`] : []),
  ]
  if (details.length === 0) return name
  return `${name ?? '…'} (${details.join(', ')})`
}

export const pspRouting: Effect = (outputs) => {
  const version = outputs.text('pspVersion')
  return [
    `route to ${accountOf(outputs, 'psp', 'pspAccount') ?? '…'}`,
    version && `use version ${version} of the connector`,
  ]
}

export const pspFallback: Effect = (outputs) => {
  const psp = accountOf(outputs, 'pspFallback', 'pspFallbackAccount')
  const attempts = outputs.number('maxAttempts')
  const most =
    attempts === undefined ? '' : `with at most ${countText(attempts, 'attempt', outputs.formats)} in all`
  return [
    outputs.isTrue('stop') && 'try no other PSP',
    psp ? `try ${psp} next${most && `, ${most}`}` : most && `try ${most}`,
    outputs.isFalse('reverseForex')
      ? 'keep the amount converted for the first PSP'
      : outputs.isTrue('reverseForex') && 'convert again from the original amount',
    outputs.isTrue('reassignApproval') && 'send withdrawals back to the approvers',
  ]
}

const challenges: Readonly<Record<string, string>> = {
  NO_PREFERENCE: 'leave the challenge to the issuer',
  NO_CHALLENGE: 'ask for no challenge',
  PREFER: 'prefer a challenge',
  MANDATE: 'require a challenge',
}

const exemptions: Readonly<Record<string, string>> = {
  NONE: 'claim no exemption',
  LOW_VALUE: 'claim the low-value exemption',
  TRA: 'claim the exemption for low-risk transactions',
  TRUSTED: 'claim the exemption for trusted beneficiaries',
  CORPORATE: 'claim the exemption for corporate payments',
  MIT: 'claim the exemption for merchant-initiated payments',
  ONE_LEG_OUT: 'claim the exemption for issuers outside the EEA',
}

export const threeDsRouting: Effect = (outputs) => {
  const server = accountOf(outputs, 'mpi', 'mpiAccount')
  const notSupported = outputs.chosen('ifNotSupported')
  return [
    server && `use the 3DS server ${server}`,
    exemptions[outputs.chosen('exemption') ?? ''],
    challenges[outputs.chosen('challenge') ?? ''],
    notSupported === 'DECLINE'
      ? `decline ${outputs.them} where 3-D Secure is not supported`
      : notSupported && 'go on without 3-D Secure where it is not supported',
  ]
}

export const threeDsFallback: Effect = (outputs) => {
  const outcomes: Readonly<Record<string, string>> = {
    RETRY: 'try again',
    CONTINUE_NON_3DS: 'go on without 3-D Secure',
    DECLINE: `decline ${outputs.them}`,
    STEP_UP: 'try again with a challenge',
  }
  const server = accountOf(outputs, 'mpiFallback', 'mpiAccount')
  return [words(outcomes[outputs.choice('outcome') ?? ''] ?? '…', server && `with the 3DS server ${server}`)]
}

export const fraudProvider: Effect = (outputs) => {
  const { them } = outputs
  const late: Readonly<Record<string, string>> = {
    ACCEPT: `accept ${them} if no answer comes`,
    DECLINE: `decline ${them} if no answer comes`,
    REVIEW: `have ${them} reviewed by hand if no answer comes`,
  }
  const mode = outputs.chosen('mode')
  const timeoutMs = outputs.text('timeoutMs')
  const threshold = outputs.text('threshold')
  const screen = `screen ${them} with ${accountOf(outputs, 'fraudProvider', 'fraudAccount') ?? '…'}`
  return [
    mode === 'ASYNC' ? `${screen} without waiting for the answer` : screen,
    mode === 'SYNC' || timeoutMs
      ? words('wait', timeoutMs && `at most ${timeoutMs} ms`, 'for the answer')
      : undefined,
    late[outputs.chosen('onTimeout') ?? ''],
    threshold && `decline ${them} above a score of ${threshold}`,
  ]
}

export const maintenance: Effect = (outputs) => {
  const probeEvery = outputs.number('probeEvery')
  const unit = outputs.choice('unit') ?? 'MINUTE'
  const probe =
    probeEvery === undefined
      ? ''
      : ` but let one payment through ${everyText(probeEvery, unit, outputs.formats)}`
  const kinds: Readonly<Record<string, string>> = {
    FIXED: `set maintenance${probe}`,
    HALF_OPEN: `set maintenance${probe || ' but let a payment through now and then'}`,
  }
  const message = outputs.text('messageKey')
  return [kinds[outputs.choice('type') ?? ''] ?? `…${probe}`, message && `show the message ${message}`]
}
