import { freshPage } from './fresh-page.ts'

const lookEveryMs = 2_000
/** A payment somebody has to approve takes longer than anybody looks at a page. */
const mostLooks = 60

function showPrint(): void {
  const print = document.querySelector<HTMLButtonElement>('[data-print]')
  if (!print) return
  print.hidden = false
  print.addEventListener('click', () => window.print())
}

/** Looks how a payment stands until it is over. What is read out is replaced only when it says something new. */
export function runReceipt(): void {
  showPrint()
  let looks = 0
  const look = async (): Promise<void> => {
    const shown = document.querySelector('[data-receipt]')
    if (!shown?.hasAttribute('data-waiting') || looks++ >= mostLooks) return
    const newer = (await freshPage(location.href))?.querySelector('[data-receipt]')
    if (newer && newer.textContent !== shown.textContent) {
      const isFocused = shown.contains(document.activeElement)
      shown.replaceWith(newer)
      if (isFocused) document.querySelector<HTMLElement>('main')?.focus()
      showPrint()
    }
    setTimeout(() => void look(), lookEveryMs)
  }
  setTimeout(() => void look(), lookEveryMs)
}
