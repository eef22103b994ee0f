/**
 * Acts as soon as the text is in the document and before anything else gets to run: a quick hand on a busy machine,
 * where what React leaves for after the painting comes late.
 */
export function atFirstSight(text: RegExp, act: () => void): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!text.test(document.body.textContent)) return
      observer.disconnect()
      act()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

export const pressKey = (key: string, init: KeyboardEventInit = {}): boolean =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
