/** Settings of a merchant that hold people back. Whoever copies settings chooses these on purpose. */
export const controlSettings: readonly string[] = [
  'approval.maxSingle',
  'approval.actionReasonRequired',
  'cashier.onlyOffered',
  'gdpr.retentionYears',
  'investigate.fourEyesAbove',
  'recon.writeOffMax',
]
