# syntax=docker/dockerfile:1
# Targets: `service` (API and workers), `browser` (the same with Chromium, for web pages rendered by scripts) and
# `setup` (the same with npm and pip, which download the models of document AI and of the embedder).
ARG NODE_IMAGE=node:24.21.0-trixie-slim

# Build only: generates the database client and bundles the workflows.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY . .
RUN node scripts/generate-database-client.mjs && node activities/worker/build-workflows.ts

# Runtime packages, without development packages, libraries for other platforms and engines for other databases.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The second and third command remove what is installed only for optional peer dependencies, such as Prisma's CLI.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts \
  && npm pkg delete devDependencies \
  && npm prune --ignore-scripts \
  && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
    ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} + \
  && find node_modules/@prisma/client/runtime -type f ! -name '*postgresql*' -name 'query_*' -delete \
  && find node_modules -name '*.map' -delete

FROM ${NODE_IMAGE} AS service
# Temporal's client uses the system's CA certificates; tini reaps the browser's processes.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates tini \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /var/lib/tidemill/compiled \
    /var/lib/tidemill/document-ai /var/lib/tidemill/embedder
ENV NODE_ENV=production HOST=0.0.0.0 \
  DOCUMENT_AI_DIR=/var/lib/tidemill/document-ai EMBEDDER_DIR=/var/lib/tidemill/embedder \
  NODE_COMPILE_CACHE=/var/lib/tidemill/compiled
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/platform platform
COPY --from=build /app/build build
COPY package.json package-lock.json openapi.json ./
COPY docs/errors.md docs/
COPY scripts/probe.mjs scripts/
COPY prisma prisma
COPY temporal-config temporal-config
COPY errors errors
COPY engines engines
COPY domain domain
COPY activities activities
COPY workflows workflows
COPY api api
COPY embedded embedded
COPY doctor doctor
USER 1000:1000
# Loads all modules of a process and ends. Node keeps them compiled, for the user who runs this.
RUN node api/server.ts --help && node activities/worker/main.ts --help
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "scripts/probe.mjs", "http://127.0.0.1:8080/v1/health/live"]
ENTRYPOINT ["tini", "--", "node"]
CMD ["--max-semi-space-size=8", "--max-old-space-size=768", "api/server.ts"]

FROM service AS browser
USER 0:0
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends chromium fonts-liberation fonts-noto-cjk \
  && rm -rf /var/lib/apt/lists/*
# Chromium's sandbox needs user namespaces, which container engines forbid: the container is the sandbox.
ENV BROWSER_SANDBOX=off
USER 1000:1000

FROM service AS setup
USER 0:0
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends python3-pip \
  && rm -rf /var/lib/apt/lists/*
USER 1000:1000
HEALTHCHECK NONE
CMD ["embedded/setup/setup-document-ai.ts"]

# The default of `docker build`.
FROM service
