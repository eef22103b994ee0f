import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: true,
    // The server sends long-lived cache headers for this folder, whose names carry a hash.
    assetsDir: 'assets',
  },
})
