import { previewDocument } from '@signalbox/model/template-language/template-preview'
import type { Device } from './templates-address.ts'
import styles from './preview-tab.module.css'

const widthsPx: Readonly<Record<Device, number | null>> = { desktop: null, tablet: 768, phone: 390 }

export interface PreviewFrameProps {
  readonly title: string
  readonly html: string
  readonly css?: string
  readonly device: Device
  /** Where the same page has an address of its own, and with it a policy that lets pictures in. */
  readonly address?: string | null
}

export function PreviewFrame({ title, html, css, device, address }: PreviewFrameProps) {
  const page = address ? { src: address } : { srcDoc: previewDocument(html, css) }
  return (
    <div className={styles.stage}>
      <iframe
        className={styles.frame}
        style={{ width: widthsPx[device] ?? '100%' }}
        title={title}
        sandbox=""
        {...page}
        referrerPolicy="no-referrer"
      />
    </div>
  )
}
