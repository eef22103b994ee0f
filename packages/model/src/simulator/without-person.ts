import type { SimulationInput } from './simulation-input.ts'

/** Who pays in a test case that was taken from a payment. */
const testCaseUser = 'test-case-user'

/**
 * The input of a payment that was made, without whom it was about: a test case is kept for years and read by many. It
 * shares by weight as the payment did, and its country stays where the address goes.
 */
export function withoutPerson(input: SimulationInput): SimulationInput {
  if (input.paymentId === undefined) return input
  const { paymentId, user, instrument, network, ...rest } = input
  const { email: _email, city: _city, attributes: _attributes, ...person } = user
  const {
    accountId: _id,
    iban: _iban,
    walletAccount: _wallet,
    accountNumber: _number,
    ...paidWith
  } = instrument
  const { ip: _ip, deviceId: _device, ...place } = network
  return {
    ...rest,
    drawNo: paymentId,
    user: { ...person, userId: testCaseUser },
    instrument: paidWith,
    network: place,
  }
}
