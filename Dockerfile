# Candor as one container. The database is the compose file's, or the embedded one in the volume /data.
# This file was written with care but not built where it was written: there was no Docker there.
FROM node:24-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends util-linux tini && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/candor
COPY . .
# Dependencies and pages are made here, so that a start in the container makes nothing.
RUN node tools/setup.mjs && node_modules/.bin/node tools/build.ts \
  && useradd --system --uid 10001 --home-dir /data candor && install -d -o candor -g candor -m 700 /data \
  && install -d -o candor -g candor .cache/node
USER candor
# The console stays on the container's own loopback: `docker run -p` cannot publish it by mistake. Whoever wants it
# elsewhere sets CONSOLE_HOST, as compose.yaml does, and publishes it to an address that only operators reach.
ENV CANDOR_DATA=/data HOST=0.0.0.0
VOLUME /data
EXPOSE 8080
HEALTHCHECK --start-period=60s --interval=10s \
  CMD ["node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:8080/livez').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node_modules/.bin/node", "apps/server/main.ts"]
