import {
  isDestination,
  type ConfigDocument,
  type CredentialField,
} from '@signalbox/model/configuration/credential-field'
import type { FieldProblem } from '@signalbox/model/text/refusal'
import type { Destinations } from '../../kit/outbound/destinations.ts'
import { mailServerProblem } from '../../kit/outbound/mail-address.ts'

/** Part of the address of a merchant's system; the name of a call takes its place. */
const actionPlace = '{action}'

const problemOf = (destinations: Destinations, address: string): string | undefined =>
  /^smtps?:/i.test(address)
    ? mailServerProblem(destinations, address)
    : destinations.webProblem(address.replaceAll(actionPlace, 'action'))

/** Addresses of a document that would not be called if they were saved. */
export function destinationProblems(
  destinations: Destinations,
  fields: readonly CredentialField[],
  document: ConfigDocument,
): FieldProblem[] {
  const keys = fields.filter(isDestination).map(({ key }) => key)
  const within = (prefix: string, section: Readonly<Record<string, unknown>>): FieldProblem[] =>
    keys.flatMap((key) => {
      const address = section[key]
      const message =
        typeof address === 'string' && address !== '' ? problemOf(destinations, address) : undefined
      return message === undefined ? [] : [{ field: `${prefix}${key}`, code: 'URL', message }]
    })
  const { accounts = {}, ...root } = document
  return [
    ...within('', root),
    ...Object.entries(accounts).flatMap(([name, section]) => within(`accounts.${name}.`, section)),
  ]
}
