{{- define "posthorn.account" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "posthorn.metadata" . | nindent 2 }}
  {{- with .Values.serviceAccount.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end }}

{{- define "posthorn.kubeService" -}}
{{- $traits := include "posthorn.traits" . | fromYaml -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "posthorn.metadata" . | nindent 2 }}
  {{- with .Values.service.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ .Values.service.type }}
  selector:
    {{- include "posthorn.selector" . | nindent 4 }}
  ports:
    {{- if $traits.http }}
    - { name: http, port: 80, targetPort: http, appProtocol: http }
    {{- end }}
    - { name: grpc, port: 50051, targetPort: grpc, appProtocol: grpc }
    - { name: metrics, port: 9090, targetPort: metrics }
{{- end }}

{{- define "posthorn.ingress" -}}
{{- if (.Values.ingress | default dict).enabled -}}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  {{- include "posthorn.metadata" . | nindent 2 }}
  {{- with .Values.ingress.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with .Values.ingress.ingressClassName }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- with .Values.ingress.tls }}
  tls:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  rules:
    {{- range .Values.ingress.hosts }}
    - host: {{ . }}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: {{ include "posthorn.fullname" $ }}
                port:
                  name: http
    {{- end }}
{{- end }}
{{- end }}

{{- define "posthorn.monitor" -}}
{{- with .Values.global.serviceMonitor -}}
{{- if .enabled -}}
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  {{- include "posthorn.metadata" $ | nindent 2 }}
    {{- with .labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  selector:
    matchLabels:
      {{- include "posthorn.selector" $ | nindent 6 }}
  endpoints:
    - port: metrics
      path: /metrics
      interval: {{ .interval }}
      relabelings:
        - targetLabel: job
          replacement: posthorn
        - targetLabel: process
          replacement: {{ $.Chart.Name }}
{{- end }}
{{- end }}
{{- end }}

{{- define "posthorn.disruption" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "posthorn.metadata" . | nindent 2 }}
spec:
  {{- toYaml .Values.podDisruptionBudget | nindent 2 }}
  selector:
    matchLabels:
      {{- include "posthorn.selector" . | nindent 6 }}
{{- end }}
