import { expect } from 'vitest'
import type { Answer, Client } from '../kit/testing/kit-app.ts'

type Examples = Record<string, () => Promise<Answer>>

const at = 'merchantId=100010001'
const group = 'merchantId=100010000'
let counter = 0
const fresh = (name: string) => `${name}${++counter}`

async function made(answer: Promise<Answer>) {
  const { status, body, text } = await answer
  expect(status, text).toBe(200)
  return body as { id: string; version: number; endpoint: { id: string }; document: object; fields: object }
}

/** One successful use of every call of the set-up that changes something. */
export const setupExamples = (who: () => Client): Examples => ({
  ...apiClientExamples(who),
  ...pspExamples(who),
  ...templateExamples(who),
  ...configExamples(who),
  ...maintenanceExamples(who),
  ...rateExamples(who),
  ...iinExamples(who),
  ...releaseNoteExamples(who),
})

function rateExamples(who: () => Client): Examples {
  const days = [
    '2026-01-05',
    '2026-01-06',
    '2026-01-07',
    '2026-01-08',
    '2026-01-09',
    '2026-01-12',
    '2026-01-13',
  ]
  const figures = { buyRate: '11.5', sellRate: '11.4', note: 'coverage\nof all calls' }
  const create = () =>
    who().post(`/forex-rate?${at}`, {
      toCurrency: 'SEK',
      rateDate: days[counter++ % days.length],
      ...figures,
    })
  const path = async (rest = '') => `/forex-rate/${(await made(create())).id}${rest}?${at}`
  const edit = { version: 1, buyRate: '11.6', note: 'coverage' }
  const remove = async () => `${await path()}&version=1&note=coverage`
  return {
    'POST /forex-rate': create,
    'PUT /forex-rate/{id}': async () => who().put(await path(), edit),
    'DELETE /forex-rate/{id}': async () => who().delete(await remove()),
    'POST /forex-rate/{id}/restore': async () => {
      const { id } = await made(create())
      await made(who().delete(`/forex-rate/${id}?${at}&version=1&note=coverage`))
      return who().post(`/forex-rate/${id}/restore?${at}`, { version: 2, reason: 'coverage' })
    },
    'POST /forex-rate/bulk': async () =>
      who().post(`/forex-rate/bulk?${at}`, {
        operation: 'delete',
        ids: [{ id: (await made(create())).id }],
        params: { note: 'coverage' },
      }),
    'POST /forex-rate/batch': async () => {
      const { id } = await made(create())
      return who().post(`/forex-rate/batch?${at}`, {
        changes: [{ id, version: 1, buyRate: '11.7' }],
        note: 'coverage',
      })
    },
    'POST /forex-rate/import/commit': () =>
      who().post(`/forex-rate/import/commit?${at}`, {
        format: 'csv',
        content: 'date;from;to;buy;sell\n2026-01-05;EUR;SEK;11.5;11.4',
        note: 'coverage\nof all calls',
        confirmed: true,
      }),
  }
}

function iinExamples(who: () => Client): Examples {
  const create = () => {
    const digits = 222_000 + counter++
    return who().post(`/iin?${at}`, { rangeStart: digits, rangeEnd: digits, cardBrand: 'MASTERCARD' })
  }
  const path = async () => `/iin/${(await made(create())).id}?${at}`
  return {
    'POST /iin': create,
    'PUT /iin/{id}': async () => who().put(await path(), { version: 1, bankName: 'Coverage' }),
    'DELETE /iin/{id}': async () => who().delete(`${await path()}&version=1`),
    'POST /iin/bulk': async () =>
      who().post(`/iin/bulk?${at}`, { operation: 'delete', ids: [{ id: (await made(create())).id }] }),
    'POST /iin/import/commit': () =>
      who().post(`/iin/import/commit?${at}`, {
        format: 'csv',
        content: 'rangeStart;rangeEnd;cardBrand\n499999;499999;VISA',
      }),
  }
}

function releaseNoteExamples(who: () => Client): Examples {
  const note = () => ({
    title: fresh('Note '),
    release: '2.43.0',
    date: '2026-11-18',
    bodyMd: 'Text',
    category: 'TASK',
  })
  const create = () => who().post('/release-note', note())
  const path = async (rest = '') => `/release-note/${(await made(create())).id}${rest}`
  return {
    'POST /release-note': create,
    'PUT /release-note/{id}': async () => who().put(await path(), { version: 1, title: fresh('Note ') }),
    'DELETE /release-note/{id}': async () => who().delete(`${await path()}?version=1`),
    'POST /release-note/{id}/publish': async () => who().post(await path('/publish'), {}),
    'POST /release-note/{id}/withdraw': async () => {
      const address = await path()
      await who().post(`${address}/publish`, {})
      return who().post(`${address}/withdraw`, {})
    },
  }
}

function apiClientExamples(who: () => Client): Examples {
  const create = () => who().post(`/api-client?${at}`, { name: fresh('Client '), scopes: ['payments:read'] })
  const path = async (rest = '') => `/api-client/${(await made(create())).id}${rest}?${at}`
  const hook = { url: 'https://shop.example/hook', events: ['payment.completed'] }
  const hookPath = async (rest = '') => {
    const { id } = await made(create())
    const { endpoint } = await made(who().post(`/api-client/${id}/webhook?${at}`, hook))
    return `/api-client/${id}/webhook/${endpoint.id}${rest}?${at}`
  }
  const on = (operation: string) => async () =>
    who().post(await path(`/${operation}`), { reason: 'coverage' })
  return {
    'POST /api-client': create,
    'PUT /api-client/{id}': async () => who().put(await path(), { version: 1, rateLimit: 20 }),
    'DELETE /api-client/{id}': async () => who().delete(`${await path()}&version=1`),
    'POST /api-client/bulk': async () =>
      who().post(`/api-client/bulk?${at}`, {
        operation: 'suspend',
        ids: [{ id: (await made(create())).id }],
        params: { reason: 'coverage' },
      }),
    'POST /api-client/{id}/suspend': on('suspend'),
    'POST /api-client/{id}/revoke': on('revoke'),
    'POST /api-client/{id}/resume': async () => {
      const { id } = await made(create())
      await made(who().post(`/api-client/${id}/suspend?${at}`, { reason: 'coverage' }))
      return who().post(`/api-client/${id}/resume?${at}`, {})
    },
    'POST /api-client/{id}/secret': async () => who().post(await path('/secret'), {}),
    'DELETE /api-client/{id}/secret/{secretId}': async () => {
      const { id } = await made(create())
      const secret = await made(who().post(`/api-client/${id}/secret?${at}`, {}))
      return who().delete(`/api-client/${id}/secret/${secret.id}?${at}`)
    },
    'POST /api-client/{id}/webhook': async () => who().post(await path('/webhook'), hook),
    'PUT /api-client/{id}/webhook/{webhookId}': async () =>
      who().put(await hookPath(), { version: 1, state: 'DISABLED' }),
    'POST /api-client/{id}/webhook/{webhookId}/secret': async () => who().post(await hookPath('/secret'), {}),
    'DELETE /api-client/{id}/webhook/{webhookId}': async () => who().delete(await hookPath()),
  }
}

function pspExamples(who: () => Client): Examples {
  const first = async (keyword: string) => (await who().get(`/psp?keyword=${keyword}`)).body.items[0]
  const clone = async () =>
    who().post(`/psp/${(await first('walletx')).id}/clone`, {
      psp: fresh('coverage'),
      name: fresh('Coverage '),
      note: 'coverage',
    })
  const path = async (rest = '') => `/psp/${(await made(clone())).id}${rest}`
  return {
    'POST /psp': () =>
      who().post('/psp', {
        psp: fresh('coverage'),
        name: fresh('Coverage '),
        classification: 'WALLET',
        txTypes: ['SkrillDeposit'],
        authTypes: ['SALE'],
        connector: 'walletx',
        note: 'coverage',
      }),
    'PUT /psp/{id}': async () =>
      who().put(await path(), { version: 1, partialRefund: true, note: 'coverage' }),
    'DELETE /psp/{id}': async () => who().delete(`${await path()}?version=1&note=coverage`),
    'POST /psp/{id}/clone': clone,
    'POST /psp/{id}/activate': async () => who().post(await path('/activate'), {}),
    'POST /psp/{id}/deprecate': async () => {
      const { id } = await made(clone())
      await made(who().post(`/psp/${id}/activate`, {}))
      return who().post(`/psp/${id}/deprecate`, { reason: 'coverage' })
    },
  }
}

function templateExamples(who: () => Client): Examples {
  const fields = [{ key: 'apiKey', label: 'API key', type: 'STRING', scope: 'ACCOUNT', secret: true }]
  const psp = async () => {
    const source = (await who().get('/psp?keyword=walletx')).body.items[0]
    const id = fresh('templated')
    await made(
      who().post(`/psp/${source.id}/clone`, { psp: id, name: fresh('Templated '), note: 'coverage' }),
    )
    return id
  }
  const create = async () =>
    who().post('/credentials-template', { psp: await psp(), fields, note: 'coverage' })
  const path = async (rest = '') => `/credentials-template/${(await made(create())).id}${rest}`
  const published = async () => {
    const { id } = await made(create())
    await made(who().post(`/credentials-template/${id}/publish`, {}))
    return `/credentials-template/${id}`
  }
  return {
    'POST /credentials-template': create,
    'PUT /credentials-template/{id}': async () =>
      who().put(await path(), { version: 1, changelog: 'More', note: 'coverage' }),
    'DELETE /credentials-template/{id}': async () => who().delete(`${await path()}?version=1&note=coverage`),
    'POST /credentials-template/{id}/publish': async () => who().post(await path('/publish'), {}),
    'POST /credentials-template/{id}/retire': async () =>
      who().post(`${await published()}/retire`, { reason: 'coverage' }),
    'POST /credentials-template/{id}/next-version': async () =>
      who().post(`${await published()}/next-version`, { note: 'coverage' }),
    'POST /credentials-template/import/commit': async () =>
      who().post('/credentials-template/import/commit', {
        format: 'json',
        content: JSON.stringify([{ psp: await psp(), fields }]),
        note: 'coverage',
      }),
  }
}

function configExamples(who: () => Client): Examples {
  const document = { 'approval.actionReasonRequired': true }
  const create = async () => {
    const merchant = await made(
      who().post('/merchant', { name: fresh('Configured '), parentId: 100010000, baseCurrency: 'EUR' }),
    )
    const body = { type: 'MerchantConfig', document, note: 'coverage' }
    const answer = await who().post(`/config?merchantId=${merchant.id}`, body)
    return { answer, where: `merchantId=${merchant.id}` }
  }
  return {
    'POST /config': async () => (await create()).answer,
    'PUT /config/{id}': async () => {
      const { answer, where } = await create()
      return who().put(`/config/${answer.body.id}?${where}`, { version: 1, enabled: false, note: 'coverage' })
    },
    'DELETE /config/{id}': async () => {
      const { answer, where } = await create()
      return who().delete(`/config/${answer.body.id}?${where}&version=1&note=coverage`)
    },
    'POST /config/copy': async () => {
      const { answer } = await create()
      const target = await made(
        who().post('/merchant', { name: fresh('Copied to '), parentId: 100010000, baseCurrency: 'EUR' }),
      )
      const [where, from] = [`merchantId=${target.id}`, answer.body.merchantId]
      const preview = await who().post(`/config/copy/preview?${where}`, { from })
      const [part] = preview.body.parts
      const ref = (record: { id: string; version: number } | null) =>
        record && { id: record.id, version: record.version }
      const chosen = {
        type: part.type,
        provider: part.provider,
        source: ref(part.source),
        target: ref(part.target),
        settings: part.differences.map(({ account, key }: { account: string | null; key: string }) => ({
          account,
          key,
        })),
      }
      return who().post(`/config/copy?${where}`, { from, parts: [chosen], note: 'coverage' })
    },
    'POST /config/import/commit': async () => {
      const { where } = await create()
      const content = JSON.stringify([{ type: 'MerchantConfig', provider: null, enabled: false, document }])
      return who().post(`/config/import/commit?${where}`, { format: 'json', content, note: 'coverage' })
    },
  }
}

function maintenanceExamples(who: () => Client): Examples {
  const create = () =>
    who().post(`/maintenance?${group}`, {
      title: fresh('Window '),
      psp: 'coinsim',
      startAt: new Date(Date.now() + 3_600_000).toISOString(),
      note: 'coverage',
    })
  const path = async (rest = '') => `/maintenance/${(await made(create())).id}${rest}?${group}`
  return {
    'POST /maintenance': create,
    'PUT /maintenance/{id}': async () =>
      who().put(await path(), { version: 1, method: 'DEPOSIT', note: 'coverage' }),
    'DELETE /maintenance/{id}': async () => who().delete(`${await path()}&version=1&note=coverage`),
    'POST /maintenance/bulk': async () =>
      who().post(`/maintenance/bulk?${group}`, {
        operation: 'delete',
        ids: [{ id: (await made(create())).id }],
        params: { note: 'coverage' },
      }),
    'POST /maintenance/{id}/start-now': async () => who().post(await path('/start-now'), {}),
    'POST /maintenance/{id}/end-now': async () => {
      const { id } = await made(create())
      await made(who().post(`/maintenance/${id}/start-now?${group}`, {}))
      return who().post(`/maintenance/${id}/end-now?${group}`, {})
    },
  }
}
