{{/* A server for trying out: one pod, its data on one volume, no password. Takes (dict "root" $ "ports" … "args" … "data" … "readiness" … "environment" …). */}}
{{- define "posthorn.trialServer" -}}
{{- $root := .root -}}
{{- $name := printf "%s-%s" $root.Release.Name $root.Chart.Name -}}
{{- $labels := printf "app.kubernetes.io/name: %s\napp.kubernetes.io/instance: %s" $root.Chart.Name $root.Release.Name -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- $labels | nindent 4 }}
    app.kubernetes.io/part-of: posthorn
    app.kubernetes.io/component: trial
spec:
  clusterIP: None
  # A replica set names itself before it is ready.
  publishNotReadyAddresses: true
  selector:
    {{- $labels | nindent 4 }}
  ports:
    {{- range $port, $number := .ports }}
    - { name: {{ $port }}, port: {{ $number }}, targetPort: {{ $port }} }
    {{- end }}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: {{ $name }}
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- $labels | nindent 4 }}
    app.kubernetes.io/part-of: posthorn
    app.kubernetes.io/component: trial
spec:
  serviceName: {{ $name }}
  replicas: 1
  selector:
    matchLabels:
      {{- $labels | nindent 6 }}
  template:
    metadata:
      labels:
        {{- $labels | nindent 8 }}
        app.kubernetes.io/part-of: posthorn
        app.kubernetes.io/component: trial
    spec:
      automountServiceAccountToken: false
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile:
          type: RuntimeDefault
      containers:
        - name: {{ $root.Chart.Name }}
          image: {{ $root.Values.image.repository }}:{{ $root.Values.image.tag }}
          args:
            {{- toYaml .args | nindent 12 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          ports:
            {{- range $port, $number := .ports }}
            - { name: {{ $port }}, containerPort: {{ $number }} }
            {{- end }}
          readinessProbe:
            {{- toYaml .readiness | nindent 12 }}
            periodSeconds: 5
            timeoutSeconds: 5
          resources:
            {{- toYaml $root.Values.resources | nindent 12 }}
          volumeMounts:
            - { name: data, mountPath: {{ .data }} }
            - { name: tmp, mountPath: /tmp }
      volumes:
        - name: tmp
          emptyDir: {}
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        resources:
          requests:
            storage: {{ $root.Values.storage }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ $name }}
  namespace: {{ $root.Release.Namespace }}
spec:
  podSelector:
    matchLabels:
      {{- $labels | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    - from:
        - podSelector:
            matchLabels:
              app.kubernetes.io/part-of: posthorn
              app.kubernetes.io/instance: {{ $root.Release.Name }}
  egress:
    - ports:
        - { protocol: UDP, port: 53 }
        - { protocol: TCP, port: 53 }
    # Itself, by its own name.
    - to:
        - podSelector:
            matchLabels:
              {{- $labels | nindent 14 }}
{{- end }}
