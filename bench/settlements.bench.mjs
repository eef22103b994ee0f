import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import pg from 'pg'
import { untilBooksChecked } from './lib/books-checked.mjs'
import { row } from './lib/row.mjs'
import { startServer } from './lib/server-under-test.mjs'

const sizes = [10_000, 100_000, 500_000]
const merchantId = 100010001
const psp = 'acmecards'
const day = '2026-03-02'
const payoutDate = '2026-03-04'
const header =
  'batchRef;payoutDate;type;pspRefId;merchantRef;bookedAt;grossCurrency;grossAmount;fxRate;netCurrency;netAmount;' +
  'commission;markup;schemeFee;interchange;cardScheme;cardUsage;cardCategory;interchangeDomain'
const gigabyte = 1024 ** 3

/** Settlement files of growing size, from the upload to the matched batch, beside a COPY of the same bytes into a plain table. */
export async function run() {
  const server = await startServer({ username: 'finance' })
  const owner = new pg.Pool(await server.ownerOfDatabase())
  try {
    await untilBooksChecked(owner)
    const rows = []
    let perLineAtFirst = 0
    for (const size of sizes) {
      const ours = await importOf(server, owner, size)
      const copied = await copyOf(owner, ours.content)
      const perLine = (ours.seconds / size) * 1e6
      perLineAtFirst ||= perLine
      const named = `${size.toLocaleString('en')} lines`
      rows.push(
        row(`${named}, checked and matched`, '/s', size / ours.seconds, 'raw COPY', size / copied),
        row(`${named}, memory on top`, 'MB', ours.memoryMb, 'the file', ours.content.length / 1e6),
        row(`${named}, a line`, 'µs', perLine, `of ${sizes[0].toLocaleString('en')}`, perLineAtFirst),
      )
    }
    rows.push(await oversized(server, owner))
    return [{ name: 'settlements', rows }]
  } finally {
    await owner.end()
    await server.stop()
  }
}

const residentMb = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024

/** Successful payments of an account of their own, a millisecond apart, straight into the table. */
async function plantPayments(owner, account, size) {
  await owner.query(
    `insert into transaction (merchant_id, id, version, status_no, step_state, tx_type, method, provider_type, payment_type,
       api_source, attributes, currency, requested_minor, amount_minor, tx_amount_minor, fee_minor, vat_minor,
       psp_amount_minor, psp_currency, base_currency, amount_base_minor, psp_fee_minor, psp_fee_currency, authorized_minor,
       captured_minor, refunded_minor, refunding_minor, voided_minor, chargeback_minor, psp_captured_minor,
       psp_refunded_minor, returned_minor, capturing_minor, user_id, is_test_user, psp, psp_account, psp_ref_id,
       attempt_count, fallback_used, reprocess_count, rule_refs, approval_mode, approval_tags, tags, note_count,
       recon_status, created_at, updated_at, updated_by, completed_at)
     select $1, first_tx_id_at(at) + $5, 1, 0, '{}', 'CreditcardDeposit', 'DEPOSIT', 'CREDITCARD', 'NEW', 'API', '{}', 'EUR',
       1000, 1000, 1000, 0, 0, 1000, 'EUR', 'EUR', 1000, 12, 'EUR', 1000, 1000, 0, 0, 0, 0, 1000, 0, 0, 0, 'bench', false,
       $2, $3::text, $3 || '-' || n, 1, false, 0, '{}', 'NONE', '{}', '{}', 0, 'NONE', at, at, 'system', at
     from generate_series(1, $4::integer) as n
     cross join lateral (select $6::timestamptz + n * interval '1 millisecond' as at) as moment`,
    [merchantId, psp, account, size, sizes.indexOf(size) + 1, `${day}T06:00:00Z`],
  )
}

/** A file without faults, as the PSP would send it. */
function fileOf(account, size) {
  const line = (no) =>
    `${account};${payoutDate};SETTLED;${account}-${no};;${day}T06:00:00Z;EUR;10.00;1;EUR;9.88;0.12;0;0;0;;;;`
  return `${[header, ...Array.from({ length: size }, (_, index) => line(index + 1))].join('\n')}\n`
}

async function importOf(server, owner, size) {
  const account = `B${sizes.indexOf(size)}`
  await plantPayments(owner, account, size)
  const content = fileOf(account, size)
  const file = { psp, pspAccount: account }
  const before = residentMb(server.pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentMb(server.pid))), 50)
  const started = performance.now()
  try {
    const body = { ...file, fileName: `${account}.csv`, content }
    const checked = await post(server, '/settlement/import/preview', JSON.stringify(body))
    if (checked.problemCount !== 0)
      throw new Error(`The file has problems: ${JSON.stringify(checked.problems)}`)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const done = await post(server, '/settlement/import/commit', JSON.stringify({ ...file, sha256 }))
    if (done.lines !== size || done.differences !== 0)
      throw new Error(`Imported ${done.lines} of ${size} lines with ${done.differences} differences`)
  } finally {
    clearInterval(watch)
  }
  return { seconds: (performance.now() - started) / 1_000, memoryMb: most - before, content }
}

/** Without a limit of its own: a large file takes minutes. */
function post({ url, cookie }, path, body) {
  const headers = {
    cookie: `${cookie.name}=${cookie.value}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-operation-id': randomUUID(),
  }
  return new Promise((resolve, reject) => {
    const address = `${url}/signalbox/backoffice/api${path}?merchantId=${merchantId}`
    const sent = request(address, { method: 'POST', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (piece) => (text += piece))
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(JSON.parse(text))
        else reject(new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 500)}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** `COPY … FROM STDIN` in the protocol of the driver. */
class CopyIn extends pg.Query {
  constructor(text, content) {
    super(text)
    this.content = content
  }

  handleCopyInResponse(connection) {
    for (let from = 0; from < this.content.length; from += 65_536)
      connection.sendCopyFromChunk(this.content.subarray(from, from + 65_536))
    connection.endCopyFrom()
  }
}

/** The floor: the same bytes into a table of texts, with nothing read and nothing asked of them. */
async function copyOf(owner, content) {
  const columns = header.split(';').map((name) => `"${name}" text`)
  const client = await owner.connect()
  try {
    await client.query(`create temporary table raw_lines (${columns.join(', ')})`)
    const started = performance.now()
    await new Promise((resolve, reject) => {
      const query = new CopyIn(
        `copy raw_lines from stdin (format csv, delimiter ';', header)`,
        Buffer.from(content),
      )
      query.callback = (error) => (error ? reject(error) : resolve())
      client.query(query)
    })
    const seconds = (performance.now() - started) / 1_000
    await client.query('drop table raw_lines')
    return seconds
  } finally {
    client.release()
  }
}

/** A file of a gigabyte: how much of it the server takes before it says no, and that nothing of it stays. */
async function oversized({ url, cookie, pid }, owner) {
  const kept = async () =>
    (await owner.query('select count(*)::integer as count from settlement_file')).rows[0].count
  const [before, memory] = [await kept(), residentMb(pid)]
  let most = memory
  const piece = Buffer.alloc(1024 * 1024, 'x')
  const headers = {
    cookie: `${cookie.name}=${cookie.value}`,
    'content-type': 'application/json',
    'content-length': gigabyte,
    'x-operation-id': randomUUID(),
  }
  let sentMb = 0
  const status = await new Promise((resolve, reject) => {
    const address = `${url}/signalbox/backoffice/api/settlement/import/preview?merchantId=${merchantId}`
    const sent = request(address, { method: 'POST', headers }, (answer) => {
      answer.resume()
      sent.destroy()
      resolve(answer.statusCode)
    })
    sent.on('error', reject)
    const more = () => {
      while (sentMb < 1024 && !sent.destroyed) {
        sentMb++
        most = Math.max(most, residentMb(pid))
        if (!sent.write(piece)) return void sent.once('drain', more)
      }
    }
    more()
  })
  if (status !== 413) throw new Error(`A file of a gigabyte was answered with ${status}`)
  if ((await kept()) !== before) throw new Error('Something of a file that was refused was kept')
  return row('1 GB refused (413), memory on top', 'MB', most - memory, 'MB sent', sentMb)
}
