import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

const merchantId = 100010001

/**
 * A client of the public API that pays in with a card, again and again, over connections that stay open.
 * @param {{ url: string, sandboxUrl: string }} server
 * @param {number} clients
 */
export async function openCashier({ url, sandboxUrl }, clients) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const send = (method, address, headers, body) =>
    new Promise((resolve, reject) => {
      const sent = request(address, { method, agent, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part) => (text += part))
        answer.on('end', () => resolve({ status: answer.statusCode, text }))
      })
      sent.on('error', reject)
      sent.end(body)
    })

  await fetch(`${sandboxUrl}/admin/settings`, { method: 'PUT', body: JSON.stringify({ delayScale: 0 }) })
  const basic = Buffer.from('demo-client:demo-client-secret').toString('base64')
  const { text } = await send('POST', `${url}/signalbox/oauth/token?grant_type=client_credentials`, {
    authorization: `Basic ${basic}`,
  })
  const token = JSON.parse(text).access_token

  return {
    /**
     * One deposit of one user, brought to its end.
     * @param {number} user
     */
    async pay(user) {
      const body = JSON.stringify({
        merchantId,
        userId: `bench_${user}`,
        sessionId: `session-${user}`,
        txType: 'CreditcardDeposit',
        amount: { amount: '20.00', currency: 'EUR' },
        card: { pan: cards[user % cards.length], expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' },
        ip: `192.0.2.${1 + (user % 250)}`,
      })
      const idempotencyKey = randomUUID()
      const answer = await send(
        'POST',
        `${url}/signalbox/api/v1/deposits`,
        {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        body,
      )
      const payment = JSON.parse(answer.text)
      if (payment.state !== 'SUCCESSFUL')
        throw Object.assign(
          new Error(`A deposit ended with ${answer.status}: ${answer.text.slice(0, 500)}`),
          {
            code: payment.code,
            userId: `bench_${user}`,
            idempotencyKey,
          },
        )
      return { ...payment, idempotencyKey }
    },
    /**
     * What a shop asks how a payment stands with.
     * @param {number} txId
     */
    async look(txId) {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await send('GET', `${url}/signalbox/api/v1/payments/${txId}`, headers)
      if (answer.status !== 200) throw new Error(`A look at ${txId} answered ${answer.status}`)
    },
    close: () => agent.destroy(),
  }
}

/** Numbers of the sandbox's range of cards that are always approved, made whole by their check digit. */
const cards = Array.from({ length: 64 }, (_, index) => {
  const body = `457199${String(100_000_000 + index * 7919).slice(0, 9)}`
  return body + checkDigit(body)
})

function checkDigit(body) {
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}
