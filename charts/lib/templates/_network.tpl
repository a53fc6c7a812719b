{{/* One rule of egress: to the peers that are named for a server, on its port. Takes (dict "root" $ "server" …). */}}
{{- define "posthorn.egress" -}}
{{- $server := index .root.Values.global.networkPolicy.egress .server -}}
{{- $trial := .root.Values.global.trial | default dict -}}
- ports:
    {{- range $server.ports }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  to:
    {{- if index $trial (eq .server "redis" | ternary "valkey" .server) }}
    - podSelector:
        matchLabels:
          app.kubernetes.io/part-of: posthorn
          app.kubernetes.io/component: trial
          app.kubernetes.io/instance: {{ .root.Release.Name }}
    {{- else }}
    {{- if not $server.to }}
    {{- fail (printf "\n\nglobal.networkPolicy.egress.%s.to is missing: name the peers that are reached there, as a NetworkPolicy does, for instance [{ ipBlock: { cidr: 10.0.0.0/8 } }].\n" .server) }}
    {{- end }}
    {{- toYaml $server.to | nindent 4 }}
    {{- end }}
{{- end }}

{{/* Default deny for the pod; open is only what it serves and what its code reaches. */}}
{{- define "posthorn.network" -}}
{{- $policy := .Values.global.networkPolicy -}}
{{- if $policy.enabled -}}
{{- $traits := include "posthorn.traits" . | fromYaml -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "posthorn.metadata" . | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "posthorn.pods" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- if $traits.http }}
    - ports:
        - { protocol: TCP, port: http }
      {{- with $policy.httpFrom }}
      from:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
    {{- if include "posthorn.takesMail" . }}
    - ports:
        {{- range $traits.smtp.ports }}
        - { protocol: TCP, port: {{ .name }} }
        {{- end }}
      {{- with .Values.smtp.sourceRanges }}
      from:
        {{- range . }}
        - ipBlock: { cidr: {{ . }} }
        {{- end }}
      {{- end }}
    {{- end }}
    - ports:
        - { protocol: TCP, port: grpc }
      from:
        - podSelector:
            matchLabels:
              app.kubernetes.io/part-of: posthorn
              app.kubernetes.io/component: service
              app.kubernetes.io/instance: {{ .Release.Name }}
        {{- with $policy.grpcFrom }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    - ports:
        - { protocol: TCP, port: metrics }
      from:
        {{- toYaml $policy.metricsFrom | nindent 8 }}
    # `helm test`.
    - ports:
        {{- if $traits.http }}
        - { protocol: TCP, port: http }
        {{- end }}
        - { protocol: TCP, port: metrics }
      from:
        - podSelector:
            matchLabels:
              {{- include "posthorn.pods" . | nindent 14 }}
              app.kubernetes.io/component: test
  egress:
    - ports:
        {{- range $policy.egress.dns.ports }}
        - { protocol: UDP, port: {{ . }} }
        - { protocol: TCP, port: {{ . }} }
        {{- end }}
      to:
        {{- toYaml $policy.egress.dns.to | nindent 8 }}
    - ports:
        {{- if $traits.http }}
        - { protocol: TCP, port: http }
        {{- end }}
        - { protocol: TCP, port: metrics }
      to:
        - podSelector:
            matchLabels:
              {{- include "posthorn.selector" . | nindent 14 }}
    # What does not fit a message of the bus goes straight to another service.
    - ports:
        - { protocol: TCP, port: 50051 }
      to:
        - podSelector:
            matchLabels:
              app.kubernetes.io/part-of: posthorn
              app.kubernetes.io/component: service
              app.kubernetes.io/instance: {{ .Release.Name }}
    {{- $config := include "posthorn.config" . | fromYaml }}
    {{- $asked := dict "otlp" (list "OTEL_EXPORTER_OTLP_ENDPOINT" "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") "s3" (list "S3_BLOB_BUCKET" "S3_BUCKET" "S3_ENDPOINT") }}
    {{- range $server := $traits.reaches }}
    {{- $isOpen := not (hasKey $asked $server) }}
    {{- range get $asked $server | default list }}
    {{- $isOpen = or $isOpen (hasKey $config .) }}
    {{- end }}
    {{- if $isOpen }}
    # {{ $server }}
    {{- include "posthorn.egress" (dict "root" $ "server" $server) | nindent 4 }}
    {{- end }}
    {{- end }}
{{- end }}
{{- end }}
