/** Nothing may run, load from elsewhere but pictures, or be sent. */
export const previewPolicy = "default-src 'none'; img-src data: https:; style-src 'unsafe-inline'"

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** A whole page around what a template made. */
export function previewDocument(html: string, css = ''): string {
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(previewPolicy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<base target="_blank">',
    `<style>body{margin:0;padding:16px;background:#fff;color:#1a1d23;font:15px/1.5 system-ui,sans-serif}</style>`,
    css === '' ? '' : `<style>${css}</style>`,
  ].join('')
  return `<!doctype html><html lang="en"><head>${head}</head><body>${html}</body></html>`
}
