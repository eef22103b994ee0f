interface CheckedIdentity {
  readonly identity: string
  readonly address: string
}

/** What somebody sent to be checked by, and how far the provider is with it. */
export function documentsOf({ identity, address }: CheckedIdentity, receivedAt: string): object[] {
  const stateOf = (part: string) =>
    part === 'VERIFIED' ? 'ACCEPTED' : part === 'NOT_VERIFIED' ? 'REJECTED' : 'RECEIVED'
  const identityCard = { type: 'ID_CARD', state: stateOf(identity), receivedAt }
  // Nobody is asked for a bill before it is known who they are.
  if (identity === 'UNDER_VERIFICATION') return [identityCard]
  return [identityCard, { type: 'UTILITY_BILL', state: stateOf(address), receivedAt }]
}
