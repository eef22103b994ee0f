/** Where an output is shown to change something: the file, below `payments`, and the test in it. */
type Place = readonly [file: string, test: string]

const cashier = 'api/cashier.test.ts'
const messages = 'notifications/notification-rules.test.ts'
const rules = 'rules.test.ts'

const everyMethod: Place = [
  cashier,
  'offers a method exactly where a payment by it is not refused for not being offered',
]
const onlyUsed: Place = [
  cashier,
  'excludeIfNotUsed leaves out what never succeeded, except what is always enabled',
]
const mail: Place = [
  messages,
  'carries what the attachment template says, to the user and to whoever gets a copy',
]
const text: Place = [
  messages,
  'goes to the telephone of the user through the gateway of the sandbox, and is shown',
]
const queue: Place = [messages, 'says how the payment stood at that change, however late it is sent']
const probed: Place = [rules, 'ends by itself after enough good payments in a row']
const alarm: Place = [rules, 'closes the PSP its row names, and opens it again when the row for that says so']

/** Outputs of tables that decide about more than one payment, or about none: by table and output. */
export const shownElsewhere: Readonly<Record<string, Readonly<Record<string, Place>>>> = {
  'payment-methods': {
    depositMethods: everyMethod,
    withdrawalMethods: everyMethod,
    addLastUsedFirst: [cashier, 'addLastUsedFirst puts first what the user paid with last'],
    alwaysEnabled: onlyUsed,
    excludeIfNotUsed: onlyUsed,
    includeHiddenAccounts: [cashier, 'includeHiddenAccounts shows what the user did not ask to store'],
    excludeAccounts: [
      cashier,
      'excludeAccounts leaves a stored account out, and refuses it, stored or typed in',
    ],
    cashierConfig: [cashier, 'cashierConfig chooses one of the cashiers of the merchant'],
    displayNetDeposit: [cashier, 'displayNetDeposit shows what was paid in and not got back'],
  },
  notification: {
    sendUserEmail: mail,
    emailTemplate: mail,
    attachmentTemplate: mail,
    emailAddresses: mail,
    sendSms: text,
    smsTemplate: text,
    sendMq: queue,
    mqAccount: queue,
    mqTemplate: queue,
    onlyOnce: [messages, 'acts once per status, or at every change of the code where it says so'],
  },
  alerts: { setMaintenance: alarm, time: alarm, unit: alarm, cooldownMin: alarm },
  maintenance: {
    type: probed,
    probeEvery: probed,
    unit: probed,
    messageKey: [cashier, 'a method under maintenance says so in the words of the merchant, and until when'],
  },
  'kyc-block': { emailTemplate: [messages, 'tells compliance of a user who does not pass the check'] },
}
