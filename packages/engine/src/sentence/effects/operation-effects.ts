import { joined, words } from '../lists.ts'
import type { OutputReader } from '../output-reader.ts'
import { durationText, everyText } from '../quantities.ts'
import type { Effect } from './effect.ts'

export const statusCode: Effect = (outputs) => {
  const changes = (
    [
      ['statusCode', 'the status code'],
      ['pspStatusCode', 'the PSP status code'],
      ['retryClass', 'the retry class'],
    ] as const
  ).flatMap(([key, name]) => {
    const value = outputs.text(key)
    return value ? [`${name} to ${value}`] : []
  })
  const message = outputs.text('messageKey')
  return [changes.length > 0 && `set ${joined(changes, 'and')}`, message && `show the message ${message}`]
}

const offer = (methods: string, direction: string): string =>
  words('offer', methods, direction, methods.includes(' and ') && 'in this order')

export const paymentMethods: Effect = (outputs) => {
  const deposits = outputs.text('depositMethods')
  const withdrawals = outputs.text('withdrawalMethods')
  const always = outputs.text('alwaysEnabled')
  const cashier = outputs.text('cashierConfig')
  const hidden = Object.entries(outputs.lists('excludeAccounts')).map(
    ([method, beginnings]) => `${method} beginning with ${joined(beginnings, 'or')}`,
  )
  return [
    deposits && offer(deposits, withdrawals ? 'for deposits' : ''),
    withdrawals && offer(withdrawals, deposits ? 'for withdrawals' : ''),
    outputs.isTrue('addLastUsedFirst') && 'put the method used last first',
    outputs.isTrue('excludeIfNotUsed') && 'leave out methods the user never used',
    always && `always keep ${always}`,
    outputs.isTrue('includeHiddenAccounts') && 'show hidden accounts',
    hidden.length > 0 && `leave out accounts of ${joined(hidden, 'and')}`,
    cashier && `use the cashier configuration ${cashier}`,
    outputs.isTrue('displayNetDeposit') && 'show the net deposit',
  ]
}

function mail(outputs: OutputReader): string | undefined {
  const template = outputs.text('emailTemplate')
  const addresses = outputs.list('emailAddresses')
  const receivers = joined(addresses, 'and')
  if (template) return words(`send the email ${template}`, addresses.length > 0 && `to ${receivers}`)
  return addresses.length > 0 ? `send an email to ${receivers}` : undefined
}

export const alerts: Effect = (outputs) => {
  const { formats } = outputs
  const time = outputs.number('time')
  const unit = outputs.choice('unit') ?? 'MINUTE'
  const roles = outputs.names('notifyRole')
  const cooldown = outputs.number('cooldownMin')
  const kind = outputs.chosen('setMaintenance')
  const maintenance: Readonly<Record<string, string>> = {
    FIXED: words('set maintenance', time !== undefined && `for ${durationText(time, unit, formats)}`),
    HALF_OPEN: words(
      'set maintenance',
      time === undefined ? 'with a probe' : `with a probe ${everyText(time, unit, formats)}`,
    ),
    STOP: 'end the maintenance',
  }
  return [
    kind && maintenance[kind],
    (!kind || kind === 'STOP') && time !== undefined && `count ${durationText(time, unit, formats)}`,
    mail(outputs),
    roles.length > 0 && `tell everybody with the role ${joined(roles, 'or')}`,
    cooldown !== undefined && `then stay quiet for ${durationText(cooldown, 'MINUTE', formats)}`,
  ]
}

export const notification: Effect = (outputs) => {
  const template = outputs.text('emailTemplate')
  const attachment = outputs.text('attachmentTemplate')
  const copies = outputs.list('emailAddresses')
  const toUser = outputs.isTrue('sendUserEmail')
  const sms = outputs.text('smsTemplate')
  const queue = outputs.text('mqAccount')
  const message = outputs.text('mqTemplate')
  const receivers = [...(toUser ? ['the user'] : []), ...copies]
  return [
    (template || receivers.length > 0) &&
      words(
        `send the email ${template ?? '…'}`,
        receivers.length > 0 && `to ${joined(receivers, 'and')}`,
        attachment && `with ${attachment} attached`,
      ),
    !template && receivers.length === 0 && attachment && `attach ${attachment}`,
    (outputs.isTrue('sendSms') || sms) && `send the text message ${sms ?? '…'} to the user`,
    (outputs.isTrue('sendMq') || queue || message) &&
      `send the message ${message ?? '…'} to the queue ${queue ?? '…'}`,
    outputs.isFalse('onlyOnce') && 'do so every time the status comes back',
    outputs.isTrue('stop') && 'skip the rows below',
  ]
}

const approvalTags: Readonly<Record<string, string>> = {
  FORBID_CANCEL_BY_USER: 'do not let the user cancel',
  FORBID_SAME_APPROVER: 'let nobody approve twice',
}

const pause = (outputs: OutputReader, delay: number | undefined): string | undefined => {
  const unit = outputs.choice('unit') ?? 'MINUTE'
  if (delay === undefined) return undefined
  return delay === 0 ? 'at once' : `automatically after ${durationText(delay, unit, outputs.formats)}`
}

export const approval: Effect = (outputs) => {
  const { them } = outputs
  const method = outputs.choice('approvalMethod')
  const action = outputs.choice('approvalAction')
  const people = outputs.choice('levels') === 'TWO' ? 'two people' : 'one person'
  const delay = pause(outputs, outputs.number('delay'))
  const tags = outputs.list('tags').map((tag) => approvalTags[tag] ?? `tag ${them} ${tag}`)
  const queue = outputs.text('queue')
  const byHand: Readonly<Record<string, string>> = {
    APPROVE: `have ${people} approve ${them}`,
    DENY: `have ${people} deny ${them}`,
    HOLD: `put ${them} on hold until ${people === 'two people' ? 'two people approve' : 'someone approves'}`,
  }
  const alone: Readonly<Record<string, string>> = {
    APPROVE: `approve ${them}`,
    DENY: `deny ${them}`,
    HOLD: `put ${them} on hold`,
  }
  return [
    words(
      (method && (method === 'MANUAL' ? byHand : alone)[action ?? '']) ?? '…',
      method === 'AUTOMATIC' && delay === undefined && action !== 'HOLD' && 'automatically',
      delay,
      queue && `in the queue ${queue}`,
    ),
    ...tags,
  ]
}

const actions: Readonly<Record<string, string>> = { CAPTURE: 'capture', VOID: 'void' }

export const voidCapture: Effect = (outputs) => {
  const { them, formats } = outputs
  const isManual = outputs.choice('captureMethod') === 'MANUAL'
  const hours = outputs.number('beforeExpiryHours')
  const isAtTheEnd = hours !== undefined && (outputs.number('delay') ?? 0) === 0
  const delay = isAtTheEnd ? undefined : pause(outputs, outputs.number('delay'))
  return [
    words(
      actions[outputs.choice('action') ?? ''] ?? '…',
      them,
      isManual ? words('by hand', delay?.replace('automatically ', '')) : (delay ?? 'automatically'),
      hours !== undefined &&
        words(
          !isAtTheEnd && 'no later than',
          `${durationText(hours, 'HOUR', formats)} before the reservation ends`,
        ),
    ),
  ]
}

const checks: Readonly<Record<string, string>> = {
  ID: 'identity',
  AGE: 'age',
  ADDRESS: 'address',
  PEP: 'PEP status',
  SANCTIONS: 'sanctions',
}

const kycProvider = (outputs: OutputReader, key: string): string => {
  const account = outputs.text('kycAccount')
  return words(outputs.text(key) ?? '…', account && `(account ${account})`)
}

export const kycRouting: Effect = (outputs) => {
  const scopes = outputs.list('scopes').map((scope) => checks[scope] ?? scope)
  const validDays = outputs.number('validDays')
  return [
    words(
      'check',
      scopes.length > 0 ? joined(scopes, 'and') : 'the user',
      'with',
      kycProvider(outputs, 'kycProvider'),
    ),
    outputs.isTrue('blocking') && 'wait for the result',
    validDays !== undefined &&
      `accept an earlier check up to ${durationText(validDays, 'DAY', outputs.formats)} old`,
  ]
}

export const kycFallback: Effect = (outputs) => {
  const isStop = outputs.isTrue('stop')
  const next = outputs.text('kycFallback')
  return [
    isStop && 'make no other check',
    (next || !isStop) && `check again with ${kycProvider(outputs, 'kycFallback')}`,
  ]
}
