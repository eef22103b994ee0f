import type { Device } from './templates-address.ts'
import styles from './preview-tab.module.css'

const widthsPx: Readonly<Record<Device, number | null>> = { desktop: null, tablet: 768, phone: 390 }

/** Nothing may run, load from elsewhere but pictures, or be sent. The sandbox says so once more. */
const policy = "default-src 'none'; img-src data: https:; style-src 'unsafe-inline'"

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** A whole page around a fragment; a page that is already whole only gets the policy. */
export function previewDocument(html: string, css = ''): string {
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<base target="_blank">',
    `<style>body{margin:0;padding:16px;background:#fff;color:#1a1d23;font:15px/1.5 system-ui,sans-serif}</style>`,
    css === '' ? '' : `<style>${css}</style>`,
  ].join('')
  return `<!doctype html><html lang="en"><head>${head}</head><body>${html}</body></html>`
}

export interface PreviewFrameProps {
  readonly title: string
  readonly html: string
  readonly css?: string
  readonly device: Device
}

export function PreviewFrame({ title, html, css, device }: PreviewFrameProps) {
  return (
    <div className={styles.stage}>
      <iframe
        className={styles.frame}
        style={{ width: widthsPx[device] ?? '100%' }}
        title={title}
        sandbox=""
        srcDoc={previewDocument(html, css)}
        referrerPolicy="no-referrer"
      />
    </div>
  )
}
