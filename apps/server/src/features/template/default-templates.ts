import type { TemplateDraft } from '@signalbox/model/template'
import { defaultMails } from './default-mails.ts'

export type DefaultTemplate = Pick<TemplateDraft, 'type' | 'templateType' | 'locale' | 'content'> &
  Partial<TemplateDraft>

const receiptPage: DefaultTemplate = {
  type: 'html',
  templateType: 'DepositReceipt',
  locale: 'all',
  description: 'Shown to the user after a deposit',
  content: `<main class="receipt">
  <h1>Thank you, \${ptx.merchantUser.firstName}</h1>
  <p class="amount">\${ptx.amountAbs;money}</p>
  <dl>
    <dt>Reference</dt><dd>\${ptx.txRefId}</dd>
    <dt>Paid with</dt><dd>\${ptx.maskedUserAccount}</dd>
    <dt>Date</dt><dd>\${ptx.created;date(yyyy-MM-dd HH:mm)}</dd>
    \${if ptx.fee}<dt>Fee</dt><dd>\${ptx.fee;money}</dd>\${end}
  </dl>
  \${if ptx.legs}
  <details>
    <summary>Attempts</summary>
    <ol>
      \${each ptx.legs as leg}<li>\${leg.psp}: \${leg.statusCode;map(SUCCESS->approved,*->declined)}</li>
      \${end}
    </ol>
  </details>
  \${end}
  <p><a href="\${merchant.url}">Back to \${merchant.name}</a></p>
</main>
`,
}

const cashierTheme: DefaultTemplate = {
  type: 'css',
  templateType: 'CashierTheme',
  locale: 'all',
  description: 'Colours and shapes of the cashier',
  content: `:root {
  --cashier-accent: #4a45d1;
  --cashier-ink: #1a1d23;
  --cashier-line: #e3e6eb;
}

.cashier {
  color: var(--cashier-ink);
  background: #ffffff;
  font-family: Inter, system-ui, sans-serif;
  border: 1px solid var(--cashier-line);
  border-radius: 12px;
  padding: 20px;
}

.cashier__title {
  font-size: 20px;
  font-weight: 600;
  margin: 0 0 12px;
}

.cashier__method {
  border: 1px solid var(--cashier-line);
  border-radius: 8px;
  padding: 10px 12px;
  margin-bottom: 8px;
}

.cashier__method--selected {
  border-color: var(--cashier-accent);
  box-shadow: 0 0 0 1px var(--cashier-accent);
}

.cashier__submit {
  width: 100%;
  padding: 12px;
  border: 0;
  border-radius: 8px;
  background: var(--cashier-accent);
  color: #ffffff;
  font-weight: 600;
}
`,
}

const depositPayload: DefaultTemplate = {
  type: 'mq',
  templateType: 'DepositNotification',
  locale: 'all',
  description: 'Message about a finished deposit for the merchant’s queue',
  content: `{
  "event": "deposit",
  "id": \${ptx.id;json},
  "reference": \${ptx.txRefId;json},
  "merchantTxId": \${ptx.merchantTxId;json},
  "userId": \${ptx.merchantUser.userId;json},
  "state": \${ptx.state;json},
  "status": \${ptx.statusCode;json},
  "amount": \${ptx.amount;json},
  "account": \${ptx.maskedUserAccount;json},
  "created": "\${ptx.created;date(yyyy-MM-dd'T'HH:mm:ssZ)}",
  "attributes": \${ptx.attributes;json}
}
`,
}

const settlementTransform: DefaultTemplate = {
  type: 'script',
  templateType: 'AcmeCardsSettlement',
  locale: 'all',
  description: 'Turns one line of the provider’s settlement file into a settlement line',
  params: { entry: 'transform', timeoutMs: 50 },
  content: `// The provider writes amounts in minor units, refunds as positive figures and dates as DD/MM/YYYY.
const kinds = { SALE: 'DEPOSIT', REFUND: 'REFUND', CHBK: 'CHARGEBACK' }

function transform(line) {
  const kind = kinds[line.type]
  if (!kind) throw new Error('Unknown line type ' + line.type)
  const [day, month, year] = line.date.split('/')
  const sign = kind === 'DEPOSIT' ? 1 : -1
  return {
    kind,
    pspRefId: line.ref.trim(),
    amount: { amount: decimals(sign * line.gross), currency: line.ccy },
    fee: { amount: decimals(-line.fee), currency: line.ccy },
    settledOn: [year, month, day].join('-'),
  }
}

const decimals = (minor) => (minor / 100).toFixed(2)
`,
  testCases: [
    {
      name: 'a sale',
      input: {
        type: 'SALE',
        ref: ' ACM-5531-99027',
        gross: 126250,
        fee: 189,
        ccy: 'SEK',
        date: '03/02/2026',
      },
      expected: {
        kind: 'DEPOSIT',
        pspRefId: 'ACM-5531-99027',
        amount: { amount: '1262.50', currency: 'SEK' },
        fee: { amount: '-1.89', currency: 'SEK' },
        settledOn: '2026-02-03',
      },
    },
    {
      name: 'a refund counts against the merchant',
      input: { type: 'REFUND', ref: 'ACM-5531-99027', gross: 5000, fee: 0, ccy: 'SEK', date: '28/02/2026' },
      expected: {
        kind: 'REFUND',
        pspRefId: 'ACM-5531-99027',
        amount: { amount: '-50.00', currency: 'SEK' },
        fee: { amount: '0.00', currency: 'SEK' },
        settledOn: '2026-02-28',
      },
    },
  ],
}

const withoutTwoFactor: DefaultTemplate = {
  type: 'sql',
  templateType: 'UsersWithoutTwoFactor',
  locale: 'all',
  description: 'Active staff who sign in with a password alone',
  params: [{ name: 'since', type: 'date', required: false }],
  content: `select u.username, u.display_name, m.name as merchant, u.last_login
from v_users u
join v_merchants m on m.id = u.merchant_id
where u.state = 'ACTIVE'
  and not u.has_two_factor
  and (:since is null or u.last_login >= :since)
order by u.last_login desc nulls last, u.username
`,
}

export const defaultTemplates: readonly DefaultTemplate[] = [
  ...defaultMails,
  receiptPage,
  cashierTheme,
  depositPayload,
  settlementTransform,
  withoutTwoFactor,
]

/** A brand of the demo platform that words one mail its own way. */
export const demoOverrides: readonly DefaultTemplate[] = defaultMails
  .filter(({ templateType, locale }) => templateType === 'WithdrawalApproved' && locale === 'sv_SE')
  .map((mail) => ({
    ...mail,
    description: 'Northlights egen formulering',
    subject: 'Dina pengar är på väg: ${ptx.amountAbs;money}',
  }))
