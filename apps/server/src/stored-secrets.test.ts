import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { webhookSecretSentTo } from '@signalbox/model/calls/api-client'
import { configTypes } from '@signalbox/model/configuration/config-types'
import { isDestination, type CredentialField } from '@signalbox/model/configuration/credential-field'
import { addressRules } from '@signalbox/model/configuration/secret-destination'
import { entities } from '@signalbox/model/entities/index'
import type { Entity } from '@signalbox/model/field/entity'
import { demoCredentialsTemplates } from '@signalbox/sandbox/demo/setup/demo-credentials-templates'

const source = import.meta.dirname

/**
 * Where something is sealed to be kept, and where it may be sent. A secret that leaves the platform belongs to the
 * destination it was entered or made for, and changing that takes another one.
 */
const sealed: Readonly<Record<string, string>> = {
  'setup/config/keep-secrets.ts': 'sent: each field declares sentTo, the stored secret notes it',
  'setup/api-client/webhooks.ts': `signs what is sent: ${webhookSecretSentTo.join()} decides`,
  'kit/envelope.ts': 'seals for the others',
  'kit/open-key-ring.ts': 'never sent: keys that are kept when the master key changes',
  'rotate-key.ts': 'never sent: keys of recovery codes, sealed anew',
  'reseal-store.ts': 'what was sealed for the same use before',
  'people/identity/recovery-codes.ts': 'never sent: the key of recovery codes',
  'finance/balance/request-file.ts': 'given to who may see the books',
  'payments/cases/files.ts': 'given to who may read the case',
  'kit/mail/mail-job.ts': 'a mail, sent to the address inside of it',
  'kit/subject-seal.ts': 'never sent: the key of what is said about a person',
  'people/identity/ceremony.ts': 'never sent on: an enrolment under way',
  'people/identity/enrolment.ts': 'never sent: the secret of an authenticator',
  'payments/gdpr/forget-captured.ts': 'never sent: words to look for',
  'payments/gdpr/export-file.ts': 'given to who asked for it',
  'payments/gdpr/archive-link.ts': 'given to who has the link, under a password',
  'payments/core/flow/packed-reading.ts': 'never sent: who paid',
  'payments/core/flow/database-call-context.ts': 'sent to who gave it: session and voucher of a payment',
  'payments/core/flow/token-context.ts':
    'card data: addresses that receive it are on the list of the platform',
  'payments/vault/network-tokens.ts': 'card data: addresses that receive it are on the list of the platform',
  'payments/vault/vault.ts': 'card data: addresses that receive it are on the list of the platform',
}

const seals = /\.seal\(|\bseal(Envelope|Bytes)\(/

it('everything that is sealed says where it may be sent', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing/'))
    .filter((file) => seals.test(readFileSync(join(source, file), 'utf8')))
  expect(files.toSorted()).toEqual(Object.keys(sealed).toSorted())
})

const looksLikeAddress = /url|endpoint|host|website/i
/** Who is spoken to, and in which language: what is said there is said with secrets. */
const saysHowToCall = /connector|dialect|protocol/i
const allEntities: readonly Entity[] = entities

it('every address of a record says what becomes of the secrets that are sent there', () => {
  const found = allEntities.flatMap(({ slug, fields }) =>
    Object.entries(fields)
      .filter(
        ([name, field]) =>
          ('format' in field && field.format === 'URL') ||
          looksLikeAddress.test(name) ||
          saysHowToCall.test(name),
      )
      .map(([name]) => `${slug}.${name}`),
  )
  const webhooks = webhookSecretSentTo.map((name) => `webhook-endpoint.${name}`)
  expect([...found, ...webhooks].toSorted()).toEqual(Object.keys(addressRules).toSorted())
})

/** Where browsers of users and of staff are sent, and the list of hosts itself. */
const notCalled = /^(urls|externalUrls|dataDestinations)\./

const documents = Object.entries(configTypes).flatMap(([type, { fields }]) =>
  fields === null ? [] : [[type, fields] as const],
)

it.each(documents)(
  'every secret of %s names the address it is sent to',
  (_type, fields: readonly CredentialField[]) => {
    const addresses = fields.filter(isDestination).map(({ key }) => key)
    const looking = fields.filter(
      ({ key, secret, validation }) => !secret && (validation === 'URL' || looksLikeAddress.test(key)),
    )
    for (const { key, sentTo = [] } of fields.filter(({ secret }) => secret))
      expect(
        addresses.filter((address) => sentTo.includes(address)),
        key,
      ).not.toEqual([])
    // An address that is not called stands in a document that holds no secret for it.
    for (const { key } of looking.filter((field) => !isDestination(field))) expect(key).toMatch(notCalled)
  },
)

it.each(Object.entries(demoCredentialsTemplates))(
  'every secret of the template of %s says where it is sent',
  (_psp, fields) => {
    const keys = fields.map(({ key }) => key)
    for (const { key, sentTo } of fields.filter(({ secret }) => secret)) {
      expect(sentTo, key).not.toEqual([])
      expect(keys, key).toEqual(expect.arrayContaining([...(sentTo ?? ['missing'])]))
    }
  },
)
