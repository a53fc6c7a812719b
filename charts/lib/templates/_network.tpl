{{/* One rule of egress: to the peers given for a server, or anywhere, on its port. */}}
{{- define "posthorn.egress" -}}
- ports:
    {{- range .ports }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  {{- with .to }}
  to:
    {{- toYaml . | nindent 4 }}
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
        - { protocol: TCP, port: submissions }
        - { protocol: TCP, port: submission }
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
  egress:
    - ports:
        - { protocol: UDP, port: 53 }
        - { protocol: TCP, port: 53 }
    # What does not fit a message of the bus goes straight to another service.
    - ports:
        - { protocol: TCP, port: 50051 }
      to:
        - podSelector:
            matchLabels:
              app.kubernetes.io/part-of: posthorn
              app.kubernetes.io/component: service
              app.kubernetes.io/instance: {{ .Release.Name }}
    {{- range $traits.reaches }}
    # {{ . }}
    {{- include "posthorn.egress" (required (printf "global.networkPolicy.egress.%s is missing" .) (index $policy.egress .)) | nindent 4 }}
    {{- end }}
{{- end }}
{{- end }}
