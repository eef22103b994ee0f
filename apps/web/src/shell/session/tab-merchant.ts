/** The merchant selected in this tab, so that a reload stays with it while another tab works for another. */
const key = 'bo:merchant'

export const tabMerchant = {
  read(): number | null {
    try {
      return Number(sessionStorage.getItem(key)) || null
    } catch {
      return null
    }
  },
  note(merchantId: number): void {
    try {
      sessionStorage.setItem(key, String(merchantId))
    } catch {
      // A reload then begins with the default merchant.
    }
  },
  forget(): void {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Nothing was kept either.
    }
  },
}
