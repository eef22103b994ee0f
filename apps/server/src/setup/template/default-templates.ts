import type { TemplateDraft } from '@signalbox/model/template-language/template'
import { defaultMails } from './default-mails.ts'

export type DefaultTemplate = Pick<TemplateDraft, 'type' | 'templateType' | 'locale' | 'content'> &
  Partial<TemplateDraft>

const receiptPage: DefaultTemplate = {
  type: 'html',
  templateType: 'DepositReceipt',
  locale: 'all',
  description: 'Shown to the user after a deposit',
  content: `<style>
  .receipt { max-width: 480px; margin: 0 auto; padding: 24px; font-family: system-ui, sans-serif; }
  .receipt h1 { font-size: 20px; margin: 0 0 4px; }
  .receipt .amount { font-size: 32px; font-weight: 600; margin: 0 0 20px; }
  .receipt dl { display: grid; grid-template-columns: 120px 1fr; gap: 8px; margin: 0 0 20px; }
  .receipt dt { color: #5b6472; }
  .receipt dd { margin: 0; }
</style>
<main class="receipt">
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
  content: `.cashier {
  --accent: #4a45d1;
  --line: #d3d8df;
  --muted: #5b6472;
  max-width: 400px;
  margin: 0 auto;
  padding: 24px;
  border: 1px solid var(--line);
  border-radius: 12px;
  background: #ffffff;
  color: #1a1d23;
  font: 15px/1.5 Inter, system-ui, sans-serif;
}

.cashier__title {
  margin: 0 0 16px;
  font-size: 20px;
}

.cashier__label {
  display: block;
  margin-bottom: 4px;
  font-weight: 600;
}

.cashier__input {
  box-sizing: border-box;
  width: 100%;
  padding: 10px 12px;
  border: 1px solid var(--line);
  border-radius: 8px;
  font: inherit;
}

.cashier__amounts {
  display: flex;
  gap: 8px;
  margin: 8px 0 16px;
}

.cashier__amount {
  flex: 1;
  padding: 8px;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: #ffffff;
  font: inherit;
}

.cashier__method {
  padding: 10px 12px;
  margin-bottom: 8px;
  border: 1px solid var(--line);
  border-radius: 8px;
}

.cashier__amount--selected,
.cashier__method--selected {
  border-color: var(--accent);
  box-shadow: inset 0 0 0 1px var(--accent);
}

.cashier__hint {
  color: var(--muted);
  font-size: 13px;
}

.cashier__error {
  color: #c0262d;
  font-size: 13px;
}

.cashier__submit {
  width: 100%;
  padding: 12px;
  border: 0;
  border-radius: 8px;
  background: var(--accent);
  color: #ffffff;
  font: inherit;
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
  content: `select u.username, m.name as merchant, u.last_login
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
