// Runs before the first paint, so that a dark console never flashes white. The console itself takes over afterwards.
;(function () {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('signalbox-color-scheme') || chosen
  } catch {
    // Storage may be switched off; the default still holds.
  }
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  const root = document.documentElement
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  root.style.colorScheme = dark ? 'dark' : 'light'
})()
