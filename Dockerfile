# The service and its panel, not as root. Settings come from the environment; state is in /data and /app/public/uploads.
#   docker build -t rostra .
#   docker run --env-file rostra.env -v rostra-data:/data -v rostra-uploads:/app/public/uploads -p 127.0.0.1:1337:1337 rostra
# Without DATABASE_URL it starts its own PostgreSQL in /data. See docs/operations.md.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:22-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY deploy/slim.mjs deploy/
RUN node deploy/slim.mjs node_modules

FROM node:22-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 0700 /data && install -d -o node -g node /app/public/uploads
COPY --from=packages /app/node_modules node_modules
COPY package.json tsconfig.json LICENSE ./
COPY scripts scripts
COPY src/plugins/rostra/package.json src/plugins/rostra/
COPY src/plugins/newsroom/package.json src/plugins/newsroom/
COPY database/sample database/sample
COPY public/favicon.png public/robots.txt public/
COPY --from=build /app/dist dist
USER node
VOLUME ["/data", "/app/public/uploads"]
EXPOSE 1337
STOPSIGNAL SIGTERM
# Not /readyz: a database that is away is no reason to end the process.
HEALTHCHECK --interval=15s --timeout=5s --start-period=180s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 1337}/livez`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/src/cli/serve.js"]
